package import FlagResolver

/// A document in its canonical layout, proved to have the same meaning.
package struct FormattedDocument: Sendable {
    package let bytes: [UInt8]

    /// Whether the text already had this layout.
    package let isUnchanged: Bool

    /// Formats a document, parses the result, and compares both: the JSON must be equal, except for the order of members.
    ///
    /// Documents with equal JSON have the same entries in the same order, and therefore the same values for every version.
    /// The values are compared as well.
    ///
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: That of parsing the result and of ``DocumentDifference``.
    package init(_ document: SettingsDocument) throws(EditedDocument.Failure) {
        let tree = document.tree
        guard tree.sources.count == 1 else { throw .severalSources }
        bytes = DocumentFormatter.format(tree)
        isUnchanged = bytes == tree.bytes
        guard !isUnchanged else { return }
        let whole = TextEdit(0..<tree.bytes.count, replacement: bytes)
        let edited = try EditedDocument(document, applying: [whole], changingOnly: .none)
        guard tree.isEqual(0, to: edited.settings.tree, 0) else { throw .otherSettings }
    }
}
