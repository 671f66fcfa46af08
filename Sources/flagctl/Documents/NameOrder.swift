/// Sorts names by their bytes.
///
/// Names of one document often begin alike, so the first sixteen bytes after what all of them share are kept as two
/// machine words; most comparisons end there.
enum NameOrder {
    private struct Key {
        let high: UInt64
        let low: UInt64
        let item: Int
    }

    static func sorted(_ items: [Int], name: (Int) -> ArraySlice<UInt8>) -> [Int] {
        guard let first = items.first else { return [] }
        let model = name(first)
        var shared = model.count
        for item in items.dropFirst() where shared > 0 {
            shared = zip(model.prefix(shared), name(item)).prefix { $0 == $1 }.count
        }
        var keys = items.map { item in
            let bytes = name(item).dropFirst(shared)
            return Key(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8).prefix(8)), item: item)
        }
        keys.sort { left, right in
            if left.high != right.high { return left.high < right.high }
            if left.low != right.low { return left.low < right.low }
            return name(left.item).lexicographicallyPrecedes(name(right.item))
        }
        return keys.map(\.item)
    }

    /// Up to eight bytes as a number that is ordered as they are.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        var shift: UInt64 = 64
        for byte in bytes {
            shift -= 8
            word |= UInt64(byte) << shift
        }
        return word
    }
}
