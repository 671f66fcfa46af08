import FlagResolver
import TestSupport
import Testing

/// P2, P3: duplicate keys; each limit, at the limit and one below and above it.
struct JSONLimitsTests {
    static func error(_ text: String, _ limits: JSONLimits = JSONLimits()) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            _ = try JSONTree(parsing: Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the defaults are those of the requirement`() {
        let limits = JSONLimits()
        expectEqual(limits.byteCount, 8 * 1024 * 1024)
        expectEqual(limits.depth, 64)
        expectEqual(limits.stringByteCount, 1024 * 1024)
    }

    @Test(arguments: [-1, 0, 1])
    func `a document may have as many bytes as the limit says`(_ excess: Int) {
        let text = "[1]" + String(repeating: " ", count: 97 + excess)
        let error = JSONLimitsTests.error(text, JSONLimits(byteCount: 100))
        expectEqual(error?.kind, (excess > 0 ? .tooManyBytes(count: 101, limit: 100) : nil))
        expectEqual(error?.code, (excess > 0 ? "limit" : nil))
        if let error {
            expectEqual(error.message, "the document has 101 bytes, expected at most 100")
            expectEqual(error.location.description, "1:101")
        }
    }

    @Test(arguments: [-1, 0, 1])
    func `the default limit on bytes is exact`(_ excess: Int) {
        let text = "{}" + String(repeating: " ", count: 8 * 1024 * 1024 - 2 + excess)
        expectEqual((JSONLimitsTests.error(text) == nil), excess <= 0)
    }

    @Test(arguments: [1, 2, 64, 1_024], [-1, 0, 1])
    func `containers nest as deep as the limit says`(_ limit: Int, _ excess: Int) {
        let depth = limit + excess
        let arrays = String(repeating: "[", count: depth) + "0" + String(repeating: "]", count: depth)
        let objects = String(repeating: "{\"a\":", count: depth) + "0" + String(repeating: "}", count: depth)
        for text in [arrays, objects] {
            let error = JSONLimitsTests.error(text, JSONLimits(depth: limit))
            expectEqual(error?.kind, (excess > 0 ? .tooDeep(limit: limit) : nil))
        }
    }

    @Test func `the error of depth is at the first bracket beyond the limit`() {
        let error = JSONLimitsTests.error(String(repeating: "[", count: 100_000))
        expectEqual(
            error?.description,
            "1:65: arrays and objects are nested too deeply, expected at most 64 levels; "
                + "reduce the nesting [limit]")
        expectEqual(error?.span, 64..<65)
    }

    @Test func `no limit allows more than 1,024 levels`() {
        expectEqual(JSONLimits(depth: 1_000_000).depth, 1_024)
        expectEqual(
            JSONLimits(byteCount: -1, depth: -1, stringByteCount: -1),
            JSONLimits(byteCount: 0, depth: 0, stringByteCount: 0))
        expectNil(JSONLimitsTests.error("1", JSONLimits(depth: 0)))
        expectEqual(JSONLimitsTests.error("[]", JSONLimits(depth: 0))?.kind, .tooDeep(limit: 0))
    }

    @Test(arguments: [-1, 0, 1])
    func `a string may have as many bytes of content as the limit says`(_ excess: Int) {
        let limits = JSONLimits(stringByteCount: 20)
        let length = 20 + excess
        let plain = String(repeating: "x", count: length)
        let escaped = String(repeating: "\\u0041", count: length)
        let wide = String(repeating: "\\u00e9", count: 9) + String(repeating: "\\n", count: 2 + excess)
        for text in [plain, escaped, wide] {
            let expected: JSONSyntaxError.Kind? = excess > 0 ? .stringTooLong(byteCount: 21, limit: 20) : nil
            expectEqual(JSONLimitsTests.error("[\"\(text)\"]", limits)?.kind, expected)
            expectEqual(JSONLimitsTests.error("{\"\(text)\":1}", limits)?.kind, expected)
        }
    }

    @Test(arguments: [-1, 0, 1])
    func `the default limit on strings is exact`(_ excess: Int) {
        let text = "\"" + String(repeating: "x", count: 1024 * 1024 + excess) + "\""
        expectEqual((JSONLimitsTests.error(text) == nil), excess <= 0)
    }

    @Test(arguments: [2, 3, 7, 8, 9, 10, 40, 3_000])
    func `a key that occurs twice is an error, in narrow and wide objects`(_ count: Int) {
        let keys = (0..<count).map { "\"k\($0)\":\($0)" }
        expectNil(JSONLimitsTests.error("{" + keys.joined(separator: ",") + "}"))
        for position in [0, 1, count / 2, count - 1] {
            for spelling in ["\"k\(position)\":0", "\"\\u006B\(position)\":0"] {
                let error = JSONLimitsTests.error("{" + (keys + [spelling]).joined(separator: ",") + "}")
                expectEqual(error?.kind, .duplicateKey("k\(position)"))
                let before = keys.prefix(position).reduce(1) { $0 + $1.utf8.count + 1 }
                expectEqual(error?.related?.lowerBound, before)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"é":1,"\u00e9":2}"#, true), ("{\"é\":1,\"e\u{301}\":2}", false), (#"{"a":1,"A":2}"#, false),
            (#"{"":1,"":2}"#, true), (#"{"😀":1,"\ud83d\ude00":2}"#, true), (#"{"a":{"a":1},"b":{"a":1}}"#, false),
            (#"[{"a":1},{"a":1}]"#, false), (#"{"a\/b":1,"a/b":2}"#, true), (#"{"ab":1,"a":2,"b":3}"#, false),
            (#"{"a":1,"b":{"c":1,"c":2}}"#, true), (#"{"\n":1,"\u000a":2}"#, true), (#"{"\\n":1,"\n":2}"#, false),
        ]
    )
    func `keys are compared as bytes after unescaping`(_ text: String, _ isDuplicate: Bool) {
        expectEqual(JSONLimitsTests.error(text)?.code, (isDuplicate ? "duplicate-key" : nil))
    }

    @Test func `the first repeated key is reported`() {
        let error = JSONLimitsTests.error(#"{"a":1,"b":2,"b":3,"a":4,"a":5}"#)
        expectEqual(error?.span, 13..<16)
        expectEqual(error?.related, 7..<10)
    }
}
