import TestSupport
import Testing

@testable import flagctl

/// The output of `git cat-file --batch`.
struct GitObjectsTests {
    private static let output = Array("aa blob 3\n{}\n\nbb missing\ncc blob 2\n[]\n".utf8)

    @Test(arguments: 0...output.count)
    func `of output that was cut anywhere, the complete objects are read`(_ count: Int) {
        var contents: [String: [UInt8]] = [:]
        GitObjects.read(Array(Self.output.prefix(count)), into: &contents)
        var expected: [String: [UInt8]] = [:]
        if count >= 14 { expected["aa"] = Array("{}\n".utf8) }
        if count >= Self.output.count { expected["cc"] = Array("[]".utf8) }
        expectEqual(contents, expected)
    }
}
