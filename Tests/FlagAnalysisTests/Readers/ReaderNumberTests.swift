import FlagReaders
import FlagResolver
import TestSupport
import Testing

/// Records decide about numbers as the library reads them, wherever they are in a value.
struct ReaderNumberTests {
    private func accepts(_ type: ReaderType, _ json: String) throws -> Bool {
        try type.accepts(0, of: JSONTree(parsing: Array(json.utf8)))
    }

    private func check(_ number: String, _ type: ReaderType, isRead: Bool) throws {
        let choice = ReaderType.choice(ReaderChoice(cases: ["a"], isOpen: false))
        let object = ReaderType.object([.init(name: "m", type: type), .init(name: "c", type: choice)])
        for (type, json) in [
            (type, number), (.optional(type), number), (.array(type), "[1, \(number)]"),
            (.dictionary(.optional(type)), #"{"a": null, "b": \#(number)}"#),
            (object, #"{"m": \#(number), "c": "a"}"#), (.array(object), #"[{"c": "a", "m": \#(number)}]"#),
            (.optional(.dictionary(.array(object))), #"{"x": [{"c": "a", "m": \#(number)}]}"#),
        ] as [(ReaderType, String)] {
            try expectEqual(accepts(type, json), isRead, "\(type): \(json)")
        }
    }

    @Test(arguments: NumberTable.rows)
    func `a record says of a number what the table of the types says`(row: NumberTable.Row) throws {
        try check(row.number, .integer(.int), isRead: row.int64 != nil)
        try check(row.number, .integer(.int64), isRead: row.int64 != nil)
        try check(row.number, .integer(.int8), isRead: row.int64.flatMap { Int8($0) } != nil)
        try check(row.number, .integer(.uint64), isRead: row.uint64 != nil)
        try check(row.number, .number(.double), isRead: row.double != nil)
        try check(row.number, .number(.float), isRead: row.float != nil)
    }
}
