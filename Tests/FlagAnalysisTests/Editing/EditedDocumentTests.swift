import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct EditedDocumentTests {
    @Test func `a result with more bytes than a document may have is refused, with both numbers`() throws {
        let document = try SettingsDocument(parsing: Array(#"{"a": 1}"#.utf8))
        let limit = DocumentLimits.standard.byteCount
        let room = limit - document.tree.bytes.count
        let spaces = { TextEdit(0..<0, replacement: [UInt8](repeating: UInt8(ascii: " "), count: $0)) }
        let largest = try EditedDocument(document, applying: [spaces(room)], changingOnly: .none)
        expectEqual(largest.settings.tree.bytes.count, limit)
        let failure = EditedDocument.Failure.tooLarge(byteCount: limit + 1, limit: limit)
        #expect(throws: failure) {
            try EditedDocument(document, applying: [spaces(room + 1)], changingOnly: .none)
        }
        expect(!failure.isBug)
    }
}
