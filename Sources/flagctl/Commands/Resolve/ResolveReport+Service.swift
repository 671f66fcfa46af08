import FlagResolver
import FlagServer

extension ResolveReport {
    /// The values of a served document, as `--format json` prints them.
    ///
    /// Each request loads its own document: the index of locations is created lazily and is not thread-safe.
    static func json(for request: ValuesRequest) -> [UInt8] {
        let document = LoadedDocument(name: request.source, settings: request.document, isOnlySource: true)
        let result = ResolvedDocument(document, document.indicesByName(), for: request.context)
        let report = ResolveReport(results: [result], isExplained: request.isExplained, hasHeadings: false)
        var buffer = TextBuffer()
        report.write(.json, for: .plain, to: &buffer)
        return buffer.bytes
    }
}
