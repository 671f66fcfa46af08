extension PackedBounds {
    /// The bounds of a requirement in the most common form; `nil` if it has another form, or is not a requirement.
    ///
    /// Comparators must be separated by whitespace, without an operator or with one of `= == < <= > >=`, and their
    /// versions must have up to three components of up to nine digits. ``RequirementParser`` parses any other text,
    /// and gives the same set for this form.
    ///
    /// Documents have tens of thousands of common requirements. This takes half the time of the parser, because it
    /// yields no comparators. The cost of leaving it out is in `Docs/Performance.md`, *Ablations*.
    init?(commonRequirement bytes: Span<UInt8>) {
        var offset = bytes.offset(afterBlanksAt: 0)
        guard offset < bytes.count else { return nil }
        var bounds = PackedBounds(lower: .lowest, upper: .highest)
        repeat {
            let sign = bytes.byte(at: offset)
            var isOrEqual = true
            if !sign.isDigit {
                guard (UInt8(ascii: "<")...UInt8(ascii: ">")).contains(sign) else { return nil }
                isOrEqual = bytes.byte(at: offset + 1) == UInt8(ascii: "=")
                offset = bytes.offset(afterBlanksAt: offset + (isOrEqual ? 2 : 1))
            }
            guard let version = bytes.commonVersion(at: &offset) else { return nil }
            let before = version.ranked(PackedVersion.Rank.release)
            let after = version.ranked(PackedVersion.Rank.afterRelease)
            switch sign {
            case UInt8(ascii: "<"):
                bounds.upper = min(bounds.upper, isOrEqual ? after : before)
            case UInt8(ascii: ">"):
                bounds.lower = max(bounds.lower, isOrEqual ? before : after)
            default:
                bounds.lower = max(bounds.lower, before)
                bounds.upper = min(bounds.upper, after)
            }
            let end = offset
            offset = bytes.offset(afterBlanksAt: end)
            guard offset > end || offset == bytes.count else { return nil }
        } while offset < bytes.count
        self = bounds
    }
}

extension Span<UInt8> {
    /// Up to three components of up to nine digits, which always fit into a packed version; `nil` for anything else.
    fileprivate func commonVersion(at offset: inout Int) -> PackedVersion? {
        var version = PackedVersion()
        for index in 0..<3 {
            let start = offset
            var value: UInt64 = 0
            while byte(at: offset).isDigit {
                // Too many digits may wrap around; the guard below rejects them.
                value = value &* 10 &+ UInt64(byte(at: offset) &- UInt8(ascii: "0"))
                offset &+= 1
            }
            guard offset > start, offset &- start < 10 else { return nil }
            _ = version.setComponent(index, to: value)
            guard byte(at: offset) == UInt8(ascii: ".") else { return version }
            offset &+= 1
        }
        return nil
    }
}
