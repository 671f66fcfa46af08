package import FlagResolver

/// A document in its canonical layout, proved to mean the same.
package struct FormattedDocument: Sendable {
    package let bytes: [UInt8]

    /// Whether the text was laid out so already.
    package let isUnchanged: Bool

    /// Lays a document out, reads the result, and compares the two: the JSON must be equal, members in any order.
    ///
    /// Documents of equal JSON have the same settings and entries in the same order, and so the same value for every
    /// version; the engine compares these as well.
    ///
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: that of parsing the result and of ``DocumentDifference``.
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
