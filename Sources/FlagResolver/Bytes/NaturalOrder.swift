/// The order of names in which `item2` comes before `item10`.
///
/// 1. Names are compared byte by byte, but digits as whole numbers.
/// 2. Names that differ only in leading zeros are ordered by their bytes, so that different names are never equal.
package enum NaturalOrder {
    /// Whether a name comes before another one.
    ///
    /// - Complexity: O(*n*) in the length of the names.
    package static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        var (one, other) = (left.startIndex, right.startIndex)
        while one < left.endIndex, other < right.endIndex {
            if left[one].isDigit, right[other].isDigit {
                let (first, second) = (number(in: left, from: &one), number(in: right, from: &other))
                if first.count != second.count { return first.count < second.count }
                if first != second { return first.lexicographicallyPrecedes(second) }
            } else {
                if left[one] != right[other] { return left[one] < right[other] }
                one += 1
                other += 1
            }
        }
        if (one < left.endIndex) != (other < right.endIndex) { return other < right.endIndex }
        return left.lexicographicallyPrecedes(right)
    }

    /// Whether a string comes before another one.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        precedes(Array(left.utf8)[...], Array(right.utf8)[...])
    }

    /// The digits from an offset on, without leading zeros.
    private static func number(in name: ArraySlice<UInt8>, from offset: inout Int) -> ArraySlice<UInt8> {
        let digits = name[offset...].prefix { $0.isDigit }
        offset = digits.endIndex
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
