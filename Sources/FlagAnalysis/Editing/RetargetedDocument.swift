package import FlagResolver

/// A document in which every boundary at one version is moved to another, or why that cannot be done.
///
/// 1. A boundary is a cut of a comparator, hidden by others or not, in the requirement of a well-formed entry;
///    ``BoundaryMove`` says which are at a version. Values and metadata are no boundaries and stay.
/// 2. Of a text only the version is written anew, in its own spelling, or two bounds where no version says it.
/// 3. The cuts of a setting keep their order, and none falls together with another. So every setting has the same values
///    in the same order as before, and only versions between the old and the new version change theirs; the engine has
///    compared both documents for every version.
/// 4. All or nothing: where one boundary cannot be moved, none is.
package struct RetargetedDocument: Sendable {
    /// A requirement that is written anew.
    package struct Rewritten: Hashable, Sendable {
        package let slot: Int
        /// The entry, as a position in ``LoadedSettings/entries``.
        package let entry: Int
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
            /// Another boundary of the setting would be passed.
            case passes(other: String)
            /// Another boundary of the setting would be at the same place.
            case meets(other: String)
            /// The new version has no boundary of that kind: a pre-release has no pre-releases.
            case inexpressible
        }

        package let kind: Kind
        package let slot: Int
        /// The text that cannot be moved, and the bytes of the tree where it stands.
        package let text: String
        package let span: Range<Int>
        /// Where the other boundary is.
        package let related: Range<Int>?
    }

    package let original: SettingsDocument
    package let move: BoundaryMove
    package let rewritten: [Rewritten]
    package let refusals: [Refusal]
    /// The document afterwards; `nil` where nothing moves, or something cannot.
    package let edited: EditedDocument?

    /// Moves all boundaries from one version to another.
    ///
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: O(*n* log *n*) in the number of comparators of a setting, and linear in the text.
    package init(_ document: SettingsDocument, move: BoundaryMove) throws(EditedDocument.Failure) {
        original = document
        self.move = move
        var rewritten: [Rewritten] = []
        var refusals: [Refusal] = []
        var edits: [TextEdit] = []
        for slot in document.slots {
            guard var setting = MovedSetting(slot, of: document, move: move) else { continue }
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
    /// The boundaries just below and above the old version, for who asks for one that is not there.
    ///
    /// - Complexity: O(*n*) in the number of comparators.
    package var nearestBoundaries: [(version: AppVersion, span: Range<Int>)] {
        var below: (version: AppVersion, span: Range<Int>)?
        var above: (version: AppVersion, span: Range<Int>)?
        for entry in original.loaded.entries {
            guard let requirement = original.requirementNode(of: entry) else { continue }
            for located in LocatedComparator.all(of: requirement, in: original.tree) {
                guard let version = located.text.namedVersion(of: located.comparator) else { continue }
                if version < move.old, below.map({ $0.version < version }) ?? true { below = (version, located.span) }
                if version > move.old, above.map({ $0.version > version }) ?? true { above = (version, located.span) }
            }
        }
        return [below, above].compactMap { $0 }
    }

    /// The nodes of values and metadata that say which versions have to update, and name the old version.
    package var floorsAtOldVersion: [Int] {
        let tree = original.tree
        var nodes = [tree.member(named: "$minimumVersion" as StaticString, of: 0)].compactMap { $0 }
        if let slot = original.minimumVersionSetting.flatMap({ original.slot(named: $0) }) {
            nodes += [original.defaultValue(of: slot)].compactMap { $0 }
            nodes += original.entries(of: slot).map { Int($0.value) }
        }
        return nodes.filter { tree.string(at: $0).flatMap { AppVersion($0) } == move.old }
    }
}
