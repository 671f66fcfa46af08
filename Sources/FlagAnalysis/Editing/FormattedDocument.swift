package import FlagResolver

/// A document in its canonical layout, proved to mean the same.
package struct FormattedDocument: Sendable {
    package let bytes: [UInt8]

    /// Whether the text had this layout already.
    package let isUnchanged: Bool

    /// Formats a document, reads the result, and compares the two: the JSON must be equal, with members in any order.
    ///
    /// Documents with equal JSON have the same settings and entries in the same order, and so the same value for every
    /// version; the values are compared too.
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
