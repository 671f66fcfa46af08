/// The order of two texts: of components or of pre-releases that are stored as text.
///
/// - Complexity: Every initializer is linear in both texts and allocates nothing.
enum VersionTextOrder {
    case ascending
    case same
    case descending

    init(_ left: Int, _ right: Int) {
        self = left < right ? .ascending : left > right ? .descending : .same
    }

    /// The order of two lists of components in the form of ``VersionDetail/numbers``.
    ///
    /// A list that ends first is lower, because the last component of the other one is not zero.
    init(ofNumbers left: [UInt8], _ right: [UInt8]) {
        self.init(ofDotted: left, right) { VersionTextOrder(ofNumber: $0, $1) }
    }

    /// The order of two pre-releases, as in SemVer 2.0.0, section 11.
    init(ofPrereleases left: [UInt8], _ right: [UInt8]) {
        self.init(ofDotted: left, right) { left, right in
            switch (left.allSatisfy(\.isDigit), right.allSatisfy(\.isDigit)) {
            case (true, true): VersionTextOrder(ofNumber: left, right)
            case (true, false): .ascending
            case (false, true): .descending
            case (false, false): VersionTextOrder(ofBytes: left, right)
            }
        }
    }

    /// Compares element by element. If all elements of the shorter list are the same, the shorter list is lower.
    private init(
        ofDotted left: [UInt8], _ right: [UInt8], by order: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> VersionTextOrder
    ) {
        var left = left[...]
        var right = right[...]
        while !left.isEmpty, !right.isEmpty {
            let leftElement = left.prefix { $0 != UInt8(ascii: ".") }
            let rightElement = right.prefix { $0 != UInt8(ascii: ".") }
            let outcome = order(leftElement, rightElement)
            guard outcome == .same else {
                self = outcome
                return
            }
            left = left.dropFirst(leftElement.count + 1)
            right = right.dropFirst(rightElement.count + 1)
        }
        self.init(left.count, right.count)
    }

    /// Numbers have no leading zeros, so the longer one is the larger one.
    private init(ofNumber left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
        self = left.count == right.count ? Self(ofBytes: left, right) : Self(left.count, right.count)
    }

    private init(ofBytes left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) {
        for (left, right) in zip(left, right) where left != right {
            self = left < right ? .ascending : .descending
            return
        }
        self.init(left.count, right.count)
    }
}
