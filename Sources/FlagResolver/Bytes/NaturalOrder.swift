/// The order of names in which `item2` comes before `item10`.
///
/// 1. Names are compared byte by byte, but digits as whole numbers.
/// 2. Names that differ only in leading zeros are ordered by their bytes, so that different names are never equal.
package enum NaturalOrder {
    /// Whether a name comes before another one.
    ///
    /// - Complexity: O(*n*) in the length of the names.
    package static func precedes(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        let common = commonPrefixCount(left, right)
        var (one, other) = (left.startIndex + common, right.startIndex + common)
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

    /// The number of bytes at the start that are equal, without the digits of a number that may continue after them.
    private static func commonPrefixCount(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        let limit = min(left.count, right.count)
        var count = 0
        while count < limit, left[left.startIndex + count] == right[right.startIndex + count] { count += 1 }
        while count > 0, left[left.startIndex + count - 1].isDigit { count -= 1 }
        return count
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
