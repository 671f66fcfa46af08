import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ValueClassesTests {
    private static let values = [
        "null", "true", "false", "0", "-0", "0.0", "-0.0", "-1", "1", "1.0", "1.00", "1e0", "10e-1", "-1",
        "123456789012345678901234567890",
        #""""#, #""a""#, #""\u0061""#, #""é""#, #""\u00e9""#, #""\"\\\n""#, "\"\u{7F}\"", "\"\u{85}\"", #""\u0000""#,
        "[]", "[1]", "[1, 2]", "[2, 1]", "[1.0]", "[[1], {}]", "{}", #"{"a": 1}"#, #"{"a": 2}"#, #"{"\u0061": 1}"#,
        #"{"a": 1, "b": [true, null]}"#, #"{"b": [true, null], "a": 1}"#, #"{"b": [true, null], "a": 1.0}"#,
        #"{"b": [true, false], "a": 1}"#, #"{"a": {"x": 1, "y": "z"}}"#, #"{"a": {"y": "z", "x": 1}}"#,
    ]

    @Test func `values of two documents share their classes, whether few or many`() throws {
        let texts = Self.values + (0..<100).map { "\($0)" } + (0..<100).map { "{\"n\": \($0)}" }
        let document = "[\(texts.joined(separator: ","))]"
        let first = try JSONTree(parsing: Array(document.utf8))
        let second = try JSONTree(parsing: Array("[\(texts.reversed().joined(separator: ","))]".utf8))
        var classes = ValueClasses(of: first, and: second)
        for round in 1...2 {
            let left = first.elements(of: 0).map { (node: $0, number: classes.number(of: $0)) }
            let right = second.elements(of: 0).map { (node: $0, number: classes.number(of: $0, in: .second)) }
            for one in left {
                for other in right {
                    let isEqual = first.isEqual(one.node, to: second, other.node)
                    expectEqual((one.number == other.number), isEqual, "round \(round)")
                }
            }
            classes.removeAll()
        }
    }
}
