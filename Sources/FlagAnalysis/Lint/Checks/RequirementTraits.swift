import FlagResolver

/// What the text of a requirement may contain, found in one pass over its bytes.
///
/// Rules parse only the few texts that may have something for them to report.
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
    /// A component that begins with a zero before another digit.
    static let leadingZero = RequirementTraits(rawValue: 8)
    /// A version with a `v`.
    static let prefix = RequirementTraits(rawValue: 16)

    static let all: RequirementTraits = [.bar, .bound, .upperBound, .leadingZero, .prefix]

    /// The traits of a requirement: of a text, or of a list of texts together.
    init(of requirement: Int, in tree: JSONTree) {
        if let content = tree.plainContentRange(at: requirement) {
            self = tree.bytes.withRawSpan { RequirementTraits($0, content) }
        } else if tree.kind(of: requirement) == .string {
            // Escaped text is rare, and is always parsed.
            self = .all
        } else {
            self = []
            for text in tree.elements(of: requirement) { formUnion(RequirementTraits(of: text, in: tree)) }
        }
    }

    private init(_ bytes: RawSpan, _ content: Range<Int>) {
        var marks: Marks = []
        var pairs: UInt16 = 0
        var previous = Marks.blank
        for offset in content {
            let next = Marks(bytes.byte(at: offset))
            marks.formUnion(next)
            pairs |= previous.rawValue << 1 & next.rawValue
            previous = next
        }
        let seconds = Marks(rawValue: pairs)
        self = []
        if marks.contains(.bar) { formUnion(.bar) }
        if marks.contains(.bound) { formUnion(.bound) }
        if marks.contains(.letterV) { formUnion(.prefix) }
        if seconds.contains(.digit) { formUnion(.leadingZero) }
        if seconds.contains(.equals) || seconds.contains(.hyphen) { formUnion(.upperBound) }
    }
}

/// The class of a byte of a requirement.
///
/// For two bytes that matter together, such as `<` and `=`, the bit of the second is the one after that of the first, so
/// that shifting the classes of one byte by one bit and masking them with those of the next one finds all pairs at once.
private struct Marks: OptionSet {
    let rawValue: UInt16

    static let zero = Marks(rawValue: 1)
    static let digit = Marks(rawValue: 1 << 1)
    static let bar = Marks(rawValue: 1 << 2)
    static let below = Marks(rawValue: 1 << 4)
    static let equals = Marks(rawValue: 1 << 5)
    static let bound = Marks(rawValue: 1 << 7)
    static let blank = Marks(rawValue: 1 << 9)
    static let hyphen = Marks(rawValue: 1 << 10)
    static let letterV = Marks(rawValue: 1 << 12)

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ byte: UInt8) {
        let marks: Marks =
            switch byte {
            case UInt8(ascii: "0"): [.zero, .digit]
            case UInt8(ascii: "1")...UInt8(ascii: "9"): .digit
            case UInt8(ascii: "|"): .bar
            case UInt8(ascii: "<"): [.below, .bound]
            case UInt8(ascii: "="): .equals
            case UInt8(ascii: ">"): .bound
            case UInt8(ascii: " "): .blank
            case UInt8(ascii: "-"): .hyphen
            case UInt8(ascii: "v"), UInt8(ascii: "V"): .letterV
            default: []
            }
        self = marks
    }
}

/// How much text a rule reads to find suggestions for the bounds of one requirement.
///
/// A suggestion is proved by reading the whole requirement with it. For a requirement of thousands of alternatives that
/// would take quadratic time, so only the first ones get a suggestion.
struct SuggestionEffort {
    private var byteCount = 0

    private static let greatestByteCount = 1 << 18

    /// Whether a requirement may be read once more, which is noted. The first time is always allowed.
    mutating func allowsReading(_ text: RequirementText) -> Bool {
        let isFirst = byteCount == 0
        byteCount += text.bytes.count
        return isFirst || byteCount <= Self.greatestByteCount
    }
}
