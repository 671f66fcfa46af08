/// Sorts by the bytes of names.
///
/// The first sixteen bytes after what all names begin with are kept as two machine words; most comparisons end there.
enum NameSorting {
    private struct Key {
        let high: UInt64
        let low: UInt64
        let position: Int
    }

    /// - Complexity: O(*n* log *n*).
    static func sorted<Element>(_ elements: [Element], by name: (Element) -> String) -> [Element] {
        guard let first = elements.first else { return [] }
        let model = Array(name(first).utf8)
        var shared = model.count
        for element in elements {
            var length = 0
            for byte in name(element).utf8.prefix(shared) {
                guard byte == model[length] else { break }
                length += 1
            }
            shared = min(shared, length)
        }
        var keys = elements.enumerated().map { position, element in
            let rest = name(element).utf8.dropFirst(shared)
            return Key(high: word(rest), low: word(rest.dropFirst(8)), position: position)
        }
        keys.sort { left, right in
            if left.high != right.high { return left.high < right.high }
            if left.low != right.low { return left.low < right.low }
            return name(elements[left.position]).utf8.lexicographicallyPrecedes(name(elements[right.position]).utf8)
        }
        return keys.map { elements[$0.position] }
    }

    /// Up to eight bytes as a number that is ordered as they are.
    private static func word(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes {
            guard shift > 0 else { break }
            shift -= 8
            word |= UInt64(byte) << shift
        }
        return word
    }
}
