/// Text that is compared byte by byte, as names in documents are.
///
/// `String` takes two spellings of a letter for the same, such as `é` and `e` with a combining accent.
package struct ExactText: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.withUTF8Bytes { left in right.text.withUTF8Bytes { left.isEqual(to: $0) } }
    }

    /// The order of the bytes.
    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// The hash of the bytes: a document could have thousands of names that are the same `String`.
    package func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }
}
