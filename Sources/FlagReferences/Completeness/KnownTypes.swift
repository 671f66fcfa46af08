/// Types of the standard library and of Foundation that can be decoded, and names that are never those of types.
enum KnownTypes {
    static let names = Set(
        """
        Any Array ArraySlice Bool Bundle CGFloat CGPoint CGRect CGSize Calendar Character Color ContiguousArray Data Date DateComponents \
        DateInterval Decimal Dictionary Double Duration Float Float16 Float80 IndexPath IndexSet Int Int128 Int16 Int32 Int64 Int8 \
        Locale Measurement Never Notification Optional PersonNameComponents Range Result Set StaticString String Substring Swift \
        TimeInterval TimeZone UInt UInt128 UInt16 UInt32 UInt64 UInt8 URL URLComponents URLQueryItem URLRequest UUID Unicode Void \
        Foundation AttributedString ClosedRange KeyValuePairs Lenient Lossy NumberedFamily DynamicKey JSONValue OptionalValue
        """.split(separator: " ").map(String.init))

    /// The names of generic parameters and associated types of the standard library and of Apple's frameworks.
    static let placeholders = Set(
        """
        Base Body Bound Content Destination Element Elements Failure ID Index Indices Input Item Iterator Key Keys Label Model Output \
        RawValue Root Scalar Section Selection State Stride SubSequence Subject Success Target Unit Upstream Value Values Wrapped
        """.split(separator: " ").map(String.init))
}
