import FlagResolver

extension JSONType where Value == String {
    static var file: JSONType { text.described(as: "The file, as the command line named it.") }
}

extension JSONType where Value == Int {
    static var line: JSONType { count(from: 1).described(as: "The line, from 1.") }
    static var column: JSONType { count(from: 1).described(as: "The column in UTF-16 code units, from 1.") }
}

extension SourceLocation {
    static let json = JSONObject<SourceLocation> {
        Member("line", .line) { $0.line }
        Member("column", .column) { $0.column }
    }

    fileprivate static let end = JSONObject<SourceLocation> {
        Member("endLine", .line) { $0.line }
        Member("endColumn", .column) { $0.column }
    }
}

extension Diagnostic.Location {
    /// The file, the position of the first character, and the one after the last.
    static let json = JSONObject<Diagnostic.Location> {
        Member("file", .file) { $0.source.name }
        Member(of: range) { $0 }
    }

    /// The same without the file.
    static let range = JSONObject<Diagnostic.Location> {
        Member(of: SourceLocation.json) { $0.start }
        Member(of: SourceLocation.end) { $0.end }
    }
}
