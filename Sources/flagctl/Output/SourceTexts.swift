import FlagResolver

/// The texts of a document: its file, and the patches that were merged into it.
///
/// Offsets and spans refer to the bytes of the document's tree, which are those of the file and then of each patch.
struct SourceTexts {
    private let file: SourceText
    private let patches: [(start: Int, text: SourceText)]

    /// A file without patches.
    init(_ file: SourceText) {
        self.file = file
        patches = []
    }

    init(of tree: JSONTree) {
        let texts = tree.sources.map { source in
            (start: source.start, text: SourceText(name: source.name, bytes: tree.bytes[tree.byteRange(of: source)]))
        }
        file = texts.first?.text ?? SourceText(name: "", bytes: tree.bytes[...])
        patches = Array(texts.dropFirst())
    }

    /// The text that contains a byte, and the offset of the byte in it.
    func position(of offset: Int) -> (text: SourceText, offset: Int) {
        guard let patch = patches.last(where: { $0.start <= offset }) else { return (file, offset) }
        return (patch.text, offset - patch.start)
    }

    /// The location of a span, all of which is in one text.
    func location(_ span: Range<Int>) -> Diagnostic.Location {
        let (text, start) = position(of: span.lowerBound)
        return Diagnostic.Location(source: text, span: start..<(start + span.count))
    }
}
