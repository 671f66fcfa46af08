/// What stands before the version of a comparator.
enum RequirementOperator {
    case none
    case equal
    case notEqual
    case below
    case atMost
    case above
    case atLeast
    case tilde
    case caret

    /// Reads an operator, if one is at the offset.
    ///
    /// `nil` where operator signs stand there that are no operator together; `offset` is then left at the first.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ offset: inout Int) {
        let isFollowedByEqual = bytes.byte(at: offset &+ 1) == UInt8(ascii: "=")
        switch bytes.byte(at: offset) {
        case UInt8(ascii: ">"): self = isFollowedByEqual ? .atLeast : .above
        case UInt8(ascii: "<"): self = isFollowedByEqual ? .atMost : .below
        case UInt8(ascii: "="): self = .equal
        case UInt8(ascii: "~"): self = .tilde
        case UInt8(ascii: "^"): self = .caret
        case UInt8(ascii: "!"):
            guard isFollowedByEqual else { return nil }
            self = .notEqual
        default:
            self = .none
            return
        }
        let mayTakeEqual = self != .tilde && self != .caret
        let end = offset &+ (isFollowedByEqual && mayTakeEqual ? 2 : 1)
        if Self.isSign(bytes.byte(at: end)) { return nil }
        offset = end
    }

    /// Whether a byte is one of the signs that operators are made of.
    static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
            UInt8(ascii: "^"):
            true
        default: false
        }
    }
}
