import FlagResolver

/// What the text of a requirement may hold, found in one look, so that rules take only the few texts apart that may be
/// of interest to them.
package struct RequirementTraits: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `|`, as between alternatives.
    static let bar = RequirementTraits(rawValue: 1)
    /// `<`, `<=`, `>` or `>=`.
    static let bound = RequirementTraits(rawValue: 2)
    /// `<=` or a hyphen range.
    static let upperBound = RequirementTraits(rawValue: 4)
    /// A component that begins with a zero and goes on.
    static let leadingZero = RequirementTraits(rawValue: 8)
    /// A version with a `v`.
    static let prefix = RequirementTraits(rawValue: 16)

    static let all: RequirementTraits = [.bar, .bound, .upperBound, .leadingZero, .prefix]

    /// The traits of a requirement: of a text, or of a list of texts together.
    init(of requirement: Int, in tree: JSONTree) {
        if let content = tree.plainContentRange(at: requirement) {
            self = tree.bytes.withRawSpan { RequirementTraits($0, content) }
        } else if tree.kind(of: requirement) == .string {
            // Who escapes a requirement makes it rare enough to be taken apart.
            self = .all
        } else {
            self = []
            for text in tree.elements(of: requirement) { formUnion(RequirementTraits(of: text, in: tree)) }
        }
    }

    private init(_ bytes: RawSpan, _ content: Range<Int>) {
        var traits: RequirementTraits = []
        var previous: UInt8 = 0
        for offset in content {
            let byte = bytes.byte(at: offset)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if previous == UInt8(ascii: "0") { traits.formUnion(.leadingZero) }
            case UInt8(ascii: "."): break
            case UInt8(ascii: "<"), UInt8(ascii: ">"): traits.formUnion(.bound)
            case UInt8(ascii: "="):
                if previous == UInt8(ascii: "<") { traits.formUnion(.upperBound) }
            case UInt8(ascii: "-"):
                if previous <= UInt8(ascii: " ") { traits.formUnion(.upperBound) }
            case UInt8(ascii: "|"): traits.formUnion(.bar)
            case UInt8(ascii: "v"), UInt8(ascii: "V"): traits.formUnion(.prefix)
            default: break
            }
            previous = byte
        }
        self = traits
    }
}
