import TestSupport
import Testing

@testable import flagctl

/// P5: a document that the library would refuse is refused here, too.
@Suite(.blocking)
struct PatchLimitTests {
    /// An object of settings with so many bytes.
    private func document(_ prefix: String, byteCount: Int) -> String {
        var settings: [String] = []
        var left = byteCount - 2
        while left > 0 {
            // A name, and what stands around the value, has 10 bytes, and a comma is one more.
            let size = min(left, 500_000)
            let content = String(repeating: "x", count: size - (settings.isEmpty ? 10 : 11))
            settings.append("\"\(prefix)\(settings.count + 1_000)\":\"\(content)\"")
            left -= size
        }
        return "{" + settings.joined(separator: ",") + "}"
    }

    @Test(arguments: [-1, 0, 1])
    func `a document that is too large with its patches is refused`(excess: Int) throws {
        let limit = 8 << 20
        let scratch = try Scratch()
        try scratch.write(document("a", byteCount: 4 << 20), to: "app.json")
        // The braces of the second document go, and a comma comes.
        try scratch.write(document("b", byteCount: limit - (4 << 20) + 1 + excess), to: "patch.json")
        let refusal =
            "app.json:1:1: error: with the patch, the document has \(limit + 1) bytes, at most \(limit) are allowed"
        for words in [["check"], ["resolve", "--version", "1"], ["matrix"]] {
            let run = try Run(words + ["--patch", "patch.json", "app.json"], in: scratch.path)
            expectEqual(run.status, (excess > 0 ? words == ["check"] ? 1 : 2 : 0), "\(words)")
            let isRefused = run.output.contains(refusal) || run.error.contains(refusal)
            expectEqual(isRefused, excess > 0, "\(words)")
        }
    }
}
