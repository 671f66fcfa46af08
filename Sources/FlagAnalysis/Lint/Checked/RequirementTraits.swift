import FlagResolver

/// What the text of a requirement may contain, found in one pass over its bytes.
///
/// Rules parse only the few texts that may contain something to report.
struct RequirementTraits: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// `||`
    static let alternatives = RequirementTraits(rawValue: 1)
    /// `<`, `<=`, `>` or `>=`
    static let bound = RequirementTraits(rawValue: 2)
    /// `<=` or a hyphen range.
    static let inclusiveUpperBound = RequirementTraits(rawValue: 4)
    /// A zero before another digit.
    static let leadingZero = RequirementTraits(rawValue: 8)
    /// A version with a `v`.
    static let prefix = RequirementTraits(rawValue: 16)

    /// A `-` right after a digit, as before a pre-release.
    static let prerelease = RequirementTraits(rawValue: 32)
    /// A version without an operator, or with `=`; versions after an operator and a space count as well.
    static let equality = RequirementTraits(rawValue: 64)

    /// A `,` right before a digit, as in a number with a decimal comma.
    static let commaBeforeDigit = RequirementTraits(rawValue: 128)

    /// A `+`, as before build metadata.
    static let buildMetadata = RequirementTraits(rawValue: 256)

    static let all = RequirementTraits(rawValue: .max)

    /// The traits of a requirement, which is a text or a list of texts.
    init(of requirement: Int, in tree: JSONTree) {
        if let content = tree.plainContentRange(at: requirement) {
            self.init(tree.bytes[content])
        } else if tree.kind(of: requirement) == .string {
            // Escaped text is rare, and is always parsed.
            self = .all
        } else {
            self = []
            for text in tree.elements(of: requirement) { formUnion(RequirementTraits(of: text, in: tree)) }
        }
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self = []
        var previous = UInt8(ascii: " ")
        // The byte before a version and its "=".
        var lead = previous
        for byte in bytes {
            let isSeparated = lead == UInt8(ascii: " ") || lead == UInt8(ascii: "|") || lead == UInt8(ascii: ",")
            if isSeparated { insertEquality(before: byte) }
            switch byte {
            case UInt8(ascii: "|"): insert(.alternatives)
            case UInt8(ascii: "+"): insert(.buildMetadata)
            case UInt8(ascii: "<"), UInt8(ascii: ">"): insert(.bound)
            case UInt8(ascii: "=") where previous == UInt8(ascii: "<"): insert(.inclusiveUpperBound)
            case UInt8(ascii: "-") where previous == UInt8(ascii: " "): insert(.inclusiveUpperBound)
            case UInt8(ascii: "-"): insert(.prerelease)
            case UInt8(ascii: "0")...UInt8(ascii: "9") where previous == UInt8(ascii: "0"): insert(.leadingZero)
            case UInt8(ascii: "0")...UInt8(ascii: "9") where previous == UInt8(ascii: ","): insert(.commaBeforeDigit)
            case UInt8(ascii: "v"), UInt8(ascii: "V"): insert(.prefix)
            default: break
            }
            if byte != UInt8(ascii: "=") { lead = byte }
            previous = byte
        }
    }

    /// Versions begin with a digit or a `v`.
    private mutating func insertEquality(before byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "v"), UInt8(ascii: "V"): insert(.equality)
        default: break
        }
    }
}
