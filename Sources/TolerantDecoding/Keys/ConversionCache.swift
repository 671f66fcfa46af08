/// Remembers conversions of keys, so that a key that occurs again is looked up instead of converted.
///
/// 1. The number of conversions it holds is bounded: where all places for a key are taken, it takes one of them, and long
///    keys are not remembered at all. A backend that sends ever new keys cannot fill the memory.
/// 2. The places are divided among several locks, so that decoders on several threads seldom wait for each other.
/// 3. The hash has secrets of this process: no document can be written whose keys displace each other on purpose.
package final class ConversionCache: Sendable {
    private struct Slot {
        var key = ""
        var converted = ""
    }

    private static let shardBits: UInt64 = 3
    private static let slotsInShard = 256
    /// How many neighbouring slots a key may be in; with one alone, a few hundred keys would displace each other.
    private static let places = 4
    private static let greatestKeyLength = 128

    /// At most so many conversions are remembered.
    package static let capacity = slotsInShard << shardBits

    private let shards: [Locked<[Slot]>]
    private let convert: @Sendable (String) -> String

    package init(_ convert: @escaping @Sendable (String) -> String) {
        self.convert = convert
        shards = (0..<(1 << Self.shardBits)).map { _ in
            Locked([Slot](repeating: Slot(), count: Self.slotsInShard))
        }
    }

    package func converted(_ key: String) -> String {
        let hash = key.withUTF8Bytes { bytes in
            bytes.byteCount <= Self.greatestKeyLength ? ByteHash.ofProcess(bytes) : nil
        }
        guard let hash else { return convert(key) }
        let shard = shards[Int(truncatingIfNeeded: hash >> (64 - Self.shardBits))]
        let places = Self.places(for: hash)
        let remembered = shard.withLock { slots -> String? in
            for index in places where Self.isSame(slots[index].key, key) { return slots[index].converted }
            return nil
        }
        if let remembered { return remembered }
        let converted = convert(key)
        shard.withLock { slots in
            let free = places.first { slots[$0].key.isEmpty }
            // Any of the places will do; the hash chooses one that differs from key to key.
            let index = free ?? places.lowerBound + Int(truncatingIfNeeded: hash >> 32) & (Self.places - 1)
            slots[index] = Slot(key: key, converted: converted)
        }
        return converted
    }

    private static func places(for hash: UInt64) -> Range<Int> {
        let first = Int(truncatingIfNeeded: hash) & (slotsInShard - 1) & ~(places - 1)
        return first..<(first + places)
    }

    /// Whether two keys are the same. Comparing strings is much faster than comparing their bytes one by one; the few
    /// that are equal without being identical have conversions that are equal, too.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left == right
    }

    /// How many conversions are remembered now.
    package var count: Int {
        shards.reduce(0) { sum, shard in sum + shard.withLock { $0.lazy.filter { !$0.key.isEmpty }.count } }
    }
}
