extension StringProtocol {
    /// The text as a string.
    ///
    /// What is a string already is taken as it is: a conversion would call into the standard library for every text, and
    /// count references to it.
    @inlinable
    @inline(__always)
    var asString: String {
        if let string = self as? String { return string }
        return String(self)
    }
}
