/// From a name to its setting: an open-addressing table.
///
/// A class, so that looking a name up takes one reference and copies nothing.
final class NameIndex: Sendable {
    /// The index of no names.
    static let empty = NameIndex(bytes: [], starts: [0], places: [free, free], indexBits: 1)

    /// All names as UTF-8, one after the other.
    private let bytes: [UInt8]

    /// Where each name starts in ``bytes``, and after the last one where that ends.
    private let starts: [UInt32]

    /// Small enough to stay near the processor: settings in the lower ``indexBits``, each beneath a part of its name's hash.
    ///
    /// The hash saves looking at names that are not the one, which are somewhere else in memory. A name is looked for in
    /// pairs of places. Since their count is a power of two, and at least twice that of the names, nearly every name is
    /// in its first pair; in which place of it nobody can guess, so that it is not branched on.
    private let places: [UInt32]

    /// As many bits as the count of the names has, so that no setting is all ones.
    private let indexBits: UInt32

    /// Held here, as what is shared by the process has to be asked for whether it is there already.
    private let hasher = ByteHash.ofProcess

    /// A place without a setting. Read as a setting, its bits are one that does not exist.
    private static let free = UInt32.max

    private init(bytes: [UInt8], starts: [UInt32], places: [UInt32], indexBits: UInt32) {
        self.bytes = bytes
        self.starts = starts
        self.places = places
        self.indexBits = indexBits
    }

    /// The setting of a name, compared byte by byte; `nil` if there is none.
    func position(named name: String) -> Int? {
        name.withUTF8Bytes { position(of: $0) }
    }

    // One function for both places of a text's bytes: the result of a closure would come through memory.
    @inline(never)
    func position(of name: RawSpan) -> Int? {
        bytes.withRawSpan { position(of: name, among: $0) }
    }

    @inline(__always)
    private func position(of name: RawSpan, among bytes: RawSpan) -> Int? {
        let hash = hasher(name)
        let tag = Self.tag(of: hash, indexBits: indexBits)
        // Of the first place of a pair.
        let mask = places.count &- 2
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let first = places[index]
            let second = places[index &+ 1]
            let isSecond = second &>> indexBits == tag
            let place = isSecond ? second : first
            if place &>> indexBits == tag, let setting = setting(at: place, ifNamed: name, among: bytes) {
                return setting
            }
            // Another name with the same part of its hash, or a free place that looks like one, may hide the first place.
            if isSecond, first &>> indexBits == tag, let setting = setting(at: first, ifNamed: name, among: bytes) {
                return setting
            }
            // The first place of a pair is taken before the second.
            if second == Self.free { return nil }
            index = (index &+ 2) & mask
        }
    }

    /// The setting in a place, if its name is the one that is looked for.
    @inline(__always)
    private func setting(at place: UInt32, ifNamed name: RawSpan, among bytes: RawSpan) -> Int? {
        let setting = Int(place & ~(UInt32.max &<< indexBits))
        guard setting &+ 1 < starts.count else { return nil }
        let start = Int(starts[setting])
        guard Int(starts[setting &+ 1]) &- start == name.byteCount,
            bytes.isEqual(at: start, to: name, at: 0, count: name.byteCount)
        else { return nil }
        return setting
    }

    /// The part of a hash that a place has room for. It has nothing to do with the part that chooses the place.
    @inline(__always)
    private static func tag(of hash: UInt64, indexBits: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: hash &>> 32) &>> indexBits
    }
}

extension NameIndex {
    /// Two settings with the same name.
    struct EqualNames: Error {
        let first: Int
        let second: Int
    }

    /// The index of some names.
    ///
    /// - Throws: The settings of the first two equal names.
    /// - Complexity: O(*n*) for *n* bytes of names, as ``position(named:)`` says.
    static func make(of bytes: [UInt8], starts: [UInt32]) throws(EqualNames) -> NameIndex {
        let names = starts.count - 1
        var count = 8
        while count < names * 2 { count *= 2 }
        let indexBits = UInt32(UInt32.bitWidth - UInt32(truncatingIfNeeded: names).leadingZeroBitCount)
        var places = [UInt32](repeating: free, count: count)
        let hasher = ByteHash.ofProcess
        try bytes.withRawSpan { (bytes) throws(EqualNames) in
            for setting in 0..<names {
                let start = Int(starts[setting])
                let length = Int(starts[setting + 1]) - start
                let hash = hasher(bytes, from: start, count: length)
                let tag = tag(of: hash, indexBits: indexBits)
                var index = Int(truncatingIfNeeded: hash) & (count - 2)
                while places[index] != free {
                    let other = Int(places[index] & ~(UInt32.max &<< indexBits))
                    let otherStart = Int(starts[other])
                    if places[index] &>> indexBits == tag, Int(starts[other + 1]) - otherStart == length,
                        bytes.isEqual(at: otherStart, to: bytes, at: start, count: length)
                    {
                        throw EqualNames(first: other, second: setting)
                    }
                    index = (index + 1) & (count - 1)
                }
                places[index] = tag &<< indexBits | UInt32(truncatingIfNeeded: setting)
            }
        }
        return NameIndex(bytes: bytes, starts: starts, places: places, indexBits: indexBits)
    }
}
