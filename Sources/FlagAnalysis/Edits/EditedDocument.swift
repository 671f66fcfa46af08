package import FlagResolver

/// A document after edits of its text, proved to change no value but where it may.
package struct EditedDocument: Sendable {
    package let settings: SettingsDocument
    package let edits: [TextEdit]
    /// Every value that changes, and for which versions.
    package let difference: DocumentDifference

    /// Why edits are not made. All but the first can only come from a mistake in whoever made them.
    package enum Failure: Error, Hashable, Sendable {
        /// The document was merged from several texts, so that no one text can be edited.
        case severalSources
        /// Two edits overlap.
        case overlappingEdits
        /// What comes of them is no document of settings.
        case refused(message: String)
        /// A setting comes, goes, gets a value or loses it.
        case otherSettings
        /// Values change for these versions, which must keep theirs.
        case changesValues(VersionSet)
    }

    /// Edits a document's text, reads the result, and compares the two for every version.
    ///
    /// - Parameters:
    ///   - edits: In any order; they must not overlap.
    ///   - versions: The only versions for which a value may change.
    /// - Throws: ``Failure`` if the result is not what it must be.
    /// - Complexity: that of parsing the result and of ``DocumentDifference``.
    package init(
        _ original: SettingsDocument, applying edits: [TextEdit], changingOnly versions: VersionSet
    ) throws(Failure) {
        let tree = original.tree
        guard tree.sources.count == 1, let source = tree.sources.first else { throw .severalSources }
        self.edits = edits
        guard let bytes = edits.applied(to: tree.bytes) else { throw .overlappingEdits }
        do {
            settings = try SettingsDocument(parsing: bytes, sourceName: source.name)
        } catch {
            throw .refused(message: error.message)
        }
        difference = DocumentDifference(from: original, to: settings)
        let hasSameSettings =
            original.slots.count == settings.slots.count
            && zip(original.loaded.settings, settings.loaded.settings).allSatisfy {
                $0.isUnresolvable == $1.isUnresolvable
            }
        guard hasSameSettings, !difference.settings.contains(where: { $0.isAdded || $0.isRemoved }) else {
            throw .otherSettings
        }
        let changed = VersionSet(difference.settings.flatMap(\.versions.stretches))
        guard changed.isSubset(of: versions) else { throw .changesValues(changed.subtracting(versions)) }
    }
}
