package import FlagResolver

/// A document after edits of its text, proved to change only the values that may change.
package struct EditedDocument {
    package let settings: SettingsDocument
    package let edits: [TextEdit]
    /// All values that change, and for which versions.
    package private(set) var difference: DocumentDifference

    /// Why edits are not applied.
    package enum Failure: Error, Hashable, Sendable {
        /// The document was merged from several texts, so there is no single text to edit.
        case severalSources
        /// The result has more bytes than a document may have.
        case tooLarge(byteCount: Int, limit: Int)
        /// A setting that tests more than the version is too complex to be compared.
        case notCompared(setting: String)
        /// Two edits overlap.
        case overlappingEdits
        /// The result is not a settings document.
        case refused(message: String)
        /// A setting is added or removed, or becomes resolvable or unresolvable.
        case otherSettings
        /// Values change for these versions, which is not allowed.
        case changesValues(VersionSet)

        /// Whether only a mistake in the code that created the edits can cause the failure.
        package var isBug: Bool {
            switch self {
            case .severalSources, .tooLarge, .notCompared: false
            case .overlappingEdits, .refused, .otherSettings, .changesValues: true
            }
        }
    }

    /// Edits the text of a document, parses the result, and compares both documents for every version.
    ///
    /// - Parameters:
    ///   - edits: The edits, in any order. They must not overlap.
    ///   - versions: The only versions for which a value may change.
    ///   - repairs: Whether settings that had no value may get one, and a group may become the one setting that it was meant as.
    /// - Throws: ``Failure`` if the edits cannot be applied, or change other values.
    /// - Complexity: That of parsing the result and of ``DocumentDifference``.
    package init(
        _ original: SettingsDocument, applying edits: [TextEdit], changingOnly versions: VersionSet,
        repairs: Bool = false
    ) throws(Failure) {
        let tree = original.tree
        guard tree.sources.count == 1, let source = tree.sources.first else { throw .severalSources }
        self.edits = edits
        guard let bytes = edits.applied(to: tree.bytes) else { throw .overlappingEdits }
        let limit = DocumentLimits.standard.byteCount
        guard bytes.count <= limit else { throw .tooLarge(byteCount: bytes.count, limit: limit) }
        do {
            settings = try SettingsDocument(parsing: bytes, sourceName: source.name)
        } catch {
            throw .refused(message: error.message)
        }
        difference = DocumentDifference(from: original, to: settings)
        if let (name, _) = difference.failures.first { throw .notCompared(setting: name) }
        guard repairs ? Self.isRepair(original, settings) : Self.haveSameSettings(original, settings),
            repairs || !difference.settings.contains(where: { $0.isAdded || $0.isRemoved })
        else { throw .otherSettings }
        let changed = VersionSet(difference.settings.flatMap(\.versions.intervals))
        guard changed.isSubset(of: versions) else { throw .changesValues(changed.subtracting(versions)) }
    }

    /// Whether two documents have as many settings, and the same ones have a value.
    private static func haveSameSettings(_ old: SettingsDocument, _ new: SettingsDocument) -> Bool {
        old.indices.count == new.indices.count
            && old.indices.allSatisfy { old.loaded[$0].isUnresolvable == new.loaded[$0].isUnresolvable }
    }

    /// Whether no setting loses its value, and the only ones that are gone are members of a new setting.
    private static func isRepair(_ old: SettingsDocument, _ new: SettingsDocument) -> Bool {
        let added = new.names.filter { old.index(named: $0) == nil }
        return old.indices.allSatisfy { index in
            let name = old.name(of: index)
            guard let same = new.index(named: name) else {
                return added.contains { name.after(prefix: $0)?.utf8.first == UInt8(ascii: ".") }
            }
            return old.loaded[index].isUnresolvable || !new.loaded[same].isUnresolvable
        } && added.allSatisfy { name in new.index(named: name).map { !new.loaded[$0].isUnresolvable } ?? false }
    }

    /// Adds what changes for recorded releases, as their code reads the settings.
    package mutating func add(_ readers: DocumentReaders) { difference.add(readers) }
}

/// A range of a text, and the bytes to replace it with.
package struct TextEdit: Hashable, Sendable {
    package let range: Range<Int>
    package let replacement: [UInt8]

    package init(_ range: Range<Int>, replacement: [UInt8] = []) {
        self.range = range
        self.replacement = replacement
    }

    package init(_ range: Range<Int>, replacement: String) {
        self.init(range, replacement: Array(replacement.utf8))
    }
}

extension [TextEdit] {
    /// A text with all edits made at once; `nil` if two of them overlap, or one extends past the end of the text.
    ///
    /// The edits may be in any order. Two insertions at one offset keep their order.
    ///
    /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* edits.
    package func applied(to bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var offset = 0
        let ordered = enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, edit) in ordered {
            guard edit.range.lowerBound >= offset, edit.range.upperBound <= bytes.count else { return nil }
            result.append(contentsOf: bytes[offset..<edit.range.lowerBound])
            result.append(contentsOf: edit.replacement)
            offset = edit.range.upperBound
        }
        result.append(contentsOf: bytes[offset...])
        return result
    }
}
