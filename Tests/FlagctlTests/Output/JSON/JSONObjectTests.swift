import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// Descriptions of JSON outputs: what they write, and the schemas that they give.
struct JSONObjectTests {
    enum Color: String, CaseIterable {
        case red
        case darkBlue = "dark-blue"
    }

    struct Point {
        let x: Int
        let y: Int
        var label: String?
    }

    struct Shape {
        var name = "a \"shape\""
        var color = Color.darkBlue
        var isClosed = true
        var center: Point?
        var corners: [Point] = []
        var area: Int?
        var reason: String?
        var note: JSONValue?
        var counts: [(name: ArraySlice<UInt8>, value: Int)] = []
    }

    static let corner = JSONObject<Point>("corner") {
        Member("x", .count, "From the left.") { $0.x }
        Member(optional: "label", .text) { $0.label }
    }

    static let center = JSONObject<Point> {
        Member("x", .count) { $0.x }
        Member("y", .count) { $0.y }
        Member(optional: "label", .text) { $0.label }
    }

    static let shape = JSONObject<Shape> {
        Member("name", .text, "The name.") { $0.name }
        Member("color", .word) { $0.color }
        Member("isClosed", .bool) { $0.isClosed }
        Member(ofOptional: center) { $0.center }
        Member("corners", .list(of: corner), "The corners.") { $0.corners }
        Member("area", .nullable(.count(from: 1))) { $0.area }
        Member(optional: "reason", .text, when: ("color", "red")) { $0.reason }
        Member(optional: "note", .value) { $0.note }
        Member("counts", .map(of: .count)) { $0.counts }
    }

    static func text(_ shape: Shape) -> String {
        var buffer = TextBuffer()
        JSONOutput.write(to: &buffer) { Self.shape.write(shape, to: &$0) }
        return buffer.text
    }

    static func text(_ schema: JSONLiteral) -> String {
        var writer = JSONWriter()
        schema.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `members are written in the order of the description, and absent ones are left out`() throws {
        expectEqual(
            Self.text(Shape()),
            #"{"name":"a \"shape\"","color":"dark-blue","isClosed":true,"corners":[],"area":null,"counts":{}}"#)
        let note = try JSONTree(parsing: Array(#"{ "b": [1.50, "\u0041"] }"#.utf8)).root
        let whole = Shape(
            name: "", color: .red, isClosed: false, center: Point(x: 1, y: 2, label: "c"),
            corners: [Point(x: 0, y: 0), Point(x: 3, y: 0, label: "é\u{1}")], area: 4, reason: "why", note: note,
            counts: [("a\n".utf8Slice, 1), ("b".utf8Slice, 2)])
        expectEqual(
            Self.text(whole),
            #"{"name":"","color":"red","isClosed":false,"x":1,"y":2,"label":"c","#
                + #""corners":[{"x":0},{"x":3,"label":"é\u0001"}],"area":4,"reason":"why","note":{"b":[1.50,"A"]},"#
                + #""counts":{"a\n":1,"b":2}}"#)
    }

    @Test func `the schema names the same members, and says which may be missing`() {
        let expected = """
            {"type":"object","properties":{"name":{"type":"string","description":"The name."},\
            "color":{"enum":["red","dark-blue"]},"isClosed":{"type":"boolean"},\
            "x":{"type":"integer","minimum":0},"y":{"type":"integer","minimum":0},"label":{"type":"string"},\
            "corners":{"type":"array","description":"The corners.","items":{"$ref":"#/$defs/corner"}},\
            "area":{"type":["integer","null"],"minimum":1},"reason":{"type":"string"},"note":{},\
            "counts":{"type":"object","additionalProperties":{"type":"integer","minimum":0}}},\
            "required":["name","color","isClosed","corners","area","counts"],"additionalProperties":false,\
            "dependentRequired":{"x":["y"],"y":["x"],"label":["x"]},\
            "if":{"properties":{"color":{"const":"red"}}},"then":{"required":["reason"]},\
            "else":{"properties":{"reason":false}}}
            """
        expectEqual(Self.text(Self.shape.schema.literal), expected)
        expectEqual(Self.shape.schema.definitions.map(\.name), ["corner"])
    }

    @Test func `further dependencies come first, and those of one key are joined`() {
        let object = JSONObject<Shape>(requiring: [("name", ["x"]), ("x", ["name"])]) {
            Member(optional: "name", .text) { $0.name }
            Member(ofOptional: Self.center) { $0.center }
        }
        let expected = #""dependentRequired":{"name":["x"],"x":["name","y"],"y":["x"],"label":["x"]}"#
        expect(Self.text(object.schema.literal).contains(expected))
    }

    @Test func `several conditional members each have a condition`() {
        let object = JSONObject<Shape> {
            Member("color", .word) { $0.color }
            Member(optional: "reason", .text, when: ("color", "red")) { $0.reason }
            Member(optional: "area", .count, when: ("color", "dark-blue")) { $0.area }
        }
        let expected = """
            "allOf":[{"if":{"properties":{"color":{"const":"red"}}},"then":{"required":["reason"]},\
            "else":{"properties":{"reason":false}}},{"if":{"properties":{"color":{"const":"dark-blue"}}},\
            "then":{"required":["area"]},"else":{"properties":{"area":false}}}]
            """
        expect(Self.text(object.schema.literal).contains(expected))
    }

    @Test func `definitions are listed once, those that are nearest first`() {
        let leaf = JSONObject<Int>("leaf") { Member("value", .count) { $0 } }
        let middle = JSONObject<Int>("middle") {
            Member("one", leaf) { $0 }
            Member("two", .list(of: leaf)) { [$0] }
        }
        let root = JSONObject<Int> {
            Member("first", middle) { $0 }
            Member("second", .map(of: leaf.type)) { [(name: "a".utf8Slice, value: $0)] }
            Member(optional: "third", middle) { $0 }
        }
        expectEqual(root.schema.definitions.map(\.name), ["middle", "leaf"])
    }

    @Test func `a document begins with its format, and with the failures of a run that is incomplete`() {
        let document = JSONDocument<RunFailures>("sample", "a sample", failures: \.self) {
            Member("count", .count) { _ in 3 }
        }
        var failures = RunFailures()
        var buffer = TextBuffer()
        document.write(failures, to: &buffer)
        let text = SourceText(name: "a.json", bytes: Array("{\n}".utf8)[...])
        failures.append(
            Diagnostic(
                subject: .location(.init(source: text, span: 2..<3)), severity: .error, message: "wrong", code: "bad",
                setting: "s", help: "mend it"))
        failures.append(Diagnostic(subject: .name("b"), severity: .error, message: "no such file"))
        document.write(failures, to: &buffer)
        expectEqual(
            buffer.text,
            """
            {"schema":"flagctl/sample/1","count":3}
            {"schema":"flagctl/sample/1","incomplete":[{"input":"a.json","line":2,"column":1,"endLine":2,"endColumn":2,\
            "code":"bad","setting":"s","message":"wrong","help":"mend it"},{"input":"b","message":"no such file"}],\
            "count":3}

            """)
    }
}

extension String {
    fileprivate var utf8Slice: ArraySlice<UInt8> { Array(utf8)[...] }
}
