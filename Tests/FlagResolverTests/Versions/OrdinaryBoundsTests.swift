import FlagResolver
import TestSupport
import Testing

/// The fast way to read a requirement, held to the parser that reads all of them.
struct OrdinaryBoundsTests {
    private static let seed: UInt64 = 20_261_121

    /// A component of any length, most of them short, some with zeros in front.
    private static func component(_ random: inout SeededRandom) -> String {
        let lengths = [1, 1, 1, 1, 2, 2, 3, 4, 5, 8, 9, 12]
        let length = lengths[Int.random(in: lengths.indices, using: &random)]
        return (0..<length).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }

    /// Text that is nearly always a requirement.
    private static func requirement(_ random: inout SeededRandom) -> String {
        let operators = ["", "", "=", "==", "<", "<=", ">", ">=", "~", "^", "!=", ">= ", "=>", "v", ">v"]
        let separators = [" ", " ", "  ", "\t", ",", ", ", " || ", " - ", ""]
        return (0..<Int.random(in: 1...3, using: &random)).reduce(into: "") { text, index in
            if index > 0 { text += separators[Int.random(in: separators.indices, using: &random)] }
            text += operators[Int.random(in: operators.indices, using: &random)]
            let count = Int.random(in: 1...5, using: &random)
            text += (0..<count).map { _ in component(&random) }.joined(separator: ".")
            if Int.random(in: 0..<12, using: &random) == 0 {
                text += [".x", "-rc.1", "+7", ".", "x"][Int.random(in: 0..<5, using: &random)]
            }
        }
    }

    /// What the parser of all requirements makes of a text: an alternative that is empty leads to it.
    private static func fullyParsed(_ text: String) -> VersionSet? {
        try? VersionSet(parsing: text + " || >1 <1")
    }

    @Test func `what is read fast is what the parser of all requirements reads`() throws {
        var random = SeededRandom(seed: Self.seed)
        var fastCount = 0
        for _ in 0..<20_000 {
            let text = Self.requirement(&random)
            let bytes = Array(text.utf8)[...]
            guard let bounds = OrdinaryBounds(utf8: bytes.span) else { continue }
            fastCount += 1
            #expect(VersionSet(bounds) == Self.fullyParsed(text), "\(text), seed \(Self.seed)")
        }
        #expect(fastCount > 4_000)
    }

    @Test func `a requirement in a document is read as it is by itself, whatever stands behind it`() throws {
        var random = SeededRandom(seed: Self.seed)
        for _ in 0..<5_000 {
            let text = Self.requirement(&random).replacing("\t", with: " ")
            for end in [#""}]}}"#, #"","$":"1.2.3.4.5.6"}]}}"#] {
                let entry = #"{"a":{"defaultValue":0,"valuesByVersion":[{"value":1,"appVersion":""# + text + end
                let document = try SettingsDocument(parsing: Array(entry.utf8))
                let expected = try? VersionSet(parsing: text)
                let record = document.entries(of: 0).first
                let found = record.map { $0.bounds.versions(sets: document.loaded.sets) }
                #expect(found == expected, "\(text), seed \(Self.seed)")
            }
        }
    }
}
