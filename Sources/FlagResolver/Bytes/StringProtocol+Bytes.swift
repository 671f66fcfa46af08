/// Text that is searched by its bytes, as names, options, paths and headers are.
///
/// The functions of the standard library compare characters. A combining mark belongs to the character before it: the text
/// `--salt=`, followed by a combining accent, has no character that equals `=`, and does not end with `=`.
extension StringProtocol where SubSequence == Substring {
    /// The parts between occurrences of an ASCII character.
    ///
    /// ```swift
    /// "a=b=c".parts(separatedBy: "=", maxSplits: 1)   // ["a", "b=c"]
    /// ```
    ///
    /// - Parameters:
    ///   - separator: An ASCII character.
    ///   - maxSplits: How many occurrences divide the text at most.
    ///   - omittingEmpty: Whether empty parts are left out.
    package func parts(
        separatedBy separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = false
    ) -> [Substring] {
        self[...].utf8.split(
            separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
        )
        .map { Substring($0) }
    }

    /// The text before the first occurrence of an ASCII character, and the text after it; `nil` if there is none.
    package func divided(at separator: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        let bytes = self[...].utf8
        guard let index = bytes.firstIndex(of: UInt8(ascii: separator)) else { return nil }
        return (Substring(bytes[..<index]), Substring(bytes[bytes.index(after: index)...]))
    }

    /// The text before the last occurrence of an ASCII character, and the text after it; `nil` if there is none.
    package func dividedAtLast(_ separator: Unicode.Scalar) -> (before: Substring, after: Substring)? {
        let bytes = self[...].utf8
        guard let index = bytes.lastIndex(of: UInt8(ascii: separator)) else { return nil }
        return (Substring(bytes[..<index]), Substring(bytes[bytes.index(after: index)...]))
    }

    /// Whether the text contains the bytes of an ASCII character.
    package func containsByte(_ character: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: character)) }

    /// Whether the text has the bytes of another one. `==` takes two spellings of a letter for the same.
    @inlinable package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the first bytes are those of a prefix.
    @inlinable package func starts(withBytesOf prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether the last bytes are those of a suffix.
    package func ends(withBytesOf suffix: some StringProtocol) -> Bool {
        self[...].utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    /// The text after a prefix; `nil` if the text does not start with it.
    package func after(prefix: some StringProtocol) -> Substring? {
        starts(withBytesOf: prefix) ? Substring(self[...].utf8.dropFirst(prefix.utf8.count)) : nil
    }

    /// The text before a suffix; `nil` if the text does not end with it.
    package func before(suffix: some StringProtocol) -> Substring? {
        ends(withBytesOf: suffix) ? Substring(self[...].utf8.dropLast(suffix.utf8.count)) : nil
    }
}
