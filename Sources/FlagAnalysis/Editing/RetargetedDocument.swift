package import FlagResolver

/// A document in which all boundaries at one version are moved to another one, or the reasons why that is impossible.
///
/// 1. A boundary is a cut of a comparator in the requirement of a well-formed entry, even if other comparators hide it.
///    ``BoundaryMove`` defines which cuts are at a version. Values and metadata are not boundaries, and do not change.
/// 2. In a requirement, only the version is replaced, in the same spelling; or two bounds are written if no single version
///    expresses the set.
/// 3. The cuts of a setting keep their order, and no two become equal. Therefore each setting has the same values in the
///    same order, and only values for versions between the old and the new version change. Both documents are compared for
///    every version.
/// 4. If one boundary cannot be moved, none is.
package struct RetargetedDocument {
    /// A requirement with a new text.
    package struct Rewritten: Hashable, Sendable {
        package let settingIndex: SettingIndex
        package let entry: EntryIndex
        /// The node of the text: the `appVersion`, or an element of it.
        package let node: Int
        package let before: String
        package let after: String
    }

    /// A boundary that cannot be moved.
    package struct Refusal: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The requirement would contain no version.
            case empties(after: String)
            /// It would pass another boundary of the setting.
            case passes(other: String)
            /// It would be at the same cut as another boundary of the setting.
            case meets(other: String)
            /// The new version has no such boundary, because a pre-release has no pre-releases.
            case inexpressible
        }

        package let kind: Kind
        package let settingIndex: SettingIndex
        /// The text that cannot be moved, and its bytes in the tree.
        package let text: String
        package let span: Range<Int>
        /// The bytes of the other boundary.
        package let related: Range<Int>?
    }

    package let original: SettingsDocument
    package let move: BoundaryMove
    /// The only settings whose boundaries move; `nil` for all.
    private let chosen: Set<SettingIndex>?
    package let rewritten: [Rewritten]
    package let refusals: [Refusal]
    /// The document after the move; `nil` if no boundary moves, or one cannot move.
    package let edited: EditedDocument?

    /// Moves all boundaries from one version to another.
    ///
    /// - Parameter chosen: The only settings whose boundaries move; `nil` for all.
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: O(*n* log *n*) in the number of comparators of a setting, and linear in the text.
    package init(
        _ document: SettingsDocument, move: BoundaryMove, of chosen: Set<SettingIndex>? = nil
    ) throws(EditedDocument.Failure) {
        original = document
        self.move = move
        self.chosen = chosen
        var rewritten: [Rewritten] = []
        var refusals: [Refusal] = []
        var edits: [TextEdit] = []
        for settingIndex in document.indices where chosen?.contains(settingIndex) ?? true {
            guard var setting = MovedSetting(settingIndex, of: document, move: move) else { continue }
            setting.moveBoundaries()
            rewritten += setting.rewritten
            refusals += setting.refusals
            edits += setting.edits
        }
        self.rewritten = rewritten
        self.refusals = refusals
        edited =
            refusals.isEmpty && !edits.isEmpty
            ? try EditedDocument(document, applying: edits, changingOnly: move.affected) : nil
    }
}

extension RetargetedDocument {
    /// The nearest boundaries of the chosen settings below and above the old version, as suggestions if none is at that
    /// version.
    ///
    /// - Complexity: O(*n*) in the number of comparators.
    package var nearestBoundaries: [(version: AppVersion, span: Range<Int>)] {
        var below: (version: AppVersion, span: Range<Int>)?
        var above: (version: AppVersion, span: Range<Int>)?
        let settings = chosen?.sorted() ?? Array(original.indices)
        for entry in settings.lazy.flatMap({ original.entries(of: $0) }) {
            guard let requirement = original.requirementNode(of: entry) else { continue }
            for located in LocatedComparator.all(of: requirement, in: original.tree) {
                guard let version = located.text.namedVersion(of: located.comparator) else { continue }
                if version < move.old, below.map({ $0.version < version }) ?? true { below = (version, located.span) }
                if version > move.old, above.map({ $0.version > version }) ?? true { above = (version, located.span) }
            }
        }
        return [below, above].compactMap { $0 }
    }

    /// The nodes of metadata and values that name the old version as the oldest supported one.
    package var floorsAtOldVersion: [Int] {
        let tree = original.tree
        var nodes = [tree.member(named: "$minimumVersion" as StaticString, of: 0)].compactMap { $0 }
        if let settingIndex = original.minimumVersionSetting.flatMap({ original.index(named: $0) }) {
            nodes += [original.defaultValue(of: settingIndex)].compactMap { $0 }
            nodes += original.entries(of: settingIndex).map { Int($0.value) }
        }
        return nodes.filter { tree.string(at: $0).flatMap { AppVersion($0) } == move.old }
    }
}
