import FlagAnalysis
import FlagResolver
import FlagSigning

extension SettingsDocument {
    /// The text to write after an edit: without signatures, which no longer fit.
    var editedBytes: [UInt8] { Self.unsigned(tree.bytes) }

    /// A text without the signatures at its end.
    static func unsigned(_ bytes: [UInt8]) -> [UInt8] {
        guard case .signed(let signed) = SignedDocument.form(of: bytes) else { return bytes }
        return signed.content + [UInt8(ascii: "\n")]
    }
}

extension SignedDocument {
    /// The signed text at the beginning of some bytes; `nil` if they are not signed.
    static func prefix(ofSigned bytes: [UInt8]) -> ArraySlice<UInt8>? {
        if case .signed(let signed) = form(of: bytes) { signed.prefix } else { nil }
    }
}

extension Session {
    /// Prints an edited document, or the one before if there are no edits.
    mutating func print(_ edited: SettingsDocument?, insteadOf old: SettingsDocument, named name: String) {
        noteRemovedSignatures(of: name, from: old.tree.bytes, to: edited?.editedBytes)
        output.write(bytes: edited?.editedBytes ?? old.tree.bytes)
    }

    /// Says that a document was signed, and is not any more.
    mutating func noteRemovedSignatures(of name: String, from old: [UInt8], to new: [UInt8]?) {
        guard let new, SignedDocument.form(of: old) != .unsigned, SignedDocument.form(of: new) == .unsigned else {
            return
        }
        report(
            Diagnostic(
                subject: .name(name), severity: .note,
                message: "the document has changed, so its signatures no longer fit and are removed",
                help: "sign it again with \"flagctl sign\""))
    }
}
