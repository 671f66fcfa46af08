/// A file of the cache: a header that describes the payload, and the payload, raw.
///
/// | bytes | content, numbers with the lowest byte first |
/// |---|---|
/// | 0–7 | the magic `FLAGDOC` and a zero |
/// | 8–11 | the format, 1 |
/// | 12–15 | the number of bytes of the entity tag |
/// | 16–23 | the number of bytes of the payload |
/// | 24–31 | when it was written, in seconds since 1970 |
/// | 32–39 | the checksum of everything else in the file |
/// | 40– | the entity tag, then the payload, then nothing |
///
/// A file with one bit changed, with bytes missing or added, is no such file.
package struct CacheFile: Hashable, Sendable {
    package var entityTag: String?
    package var writtenAt: Int
    package var payload: [UInt8]

    package init(entityTag: String? = nil, writtenAt: Int, payload: [UInt8]) {
        self.entityTag = entityTag
        self.writtenAt = writtenAt
        self.payload = payload
    }

    /// How many bytes a file may have more than its payload; a longer entity tag is not kept.
    package static let overhead = headerSize + longestTag

    private static let magic: [UInt8] = Array("FLAGDOC\0".utf8)
    private static let format: UInt32 = 1
    private static let headerSize = 40
    private static let checksumPlace = 32..<40
    private static let longestTag = 4_096

    /// The bytes of the file.
    package var encoded: [UInt8] {
        let tag = entityTag.map { Array($0.utf8) } ?? []
        let keptTag = tag.count <= Self.longestTag ? tag : []
        var bytes = Self.magic
        bytes.reserveCapacity(Self.headerSize + keptTag.count + payload.count)
        bytes.append(littleEndian: Self.format)
        bytes.append(littleEndian: UInt32(keptTag.count))
        bytes.append(littleEndian: UInt64(payload.count))
        bytes.append(littleEndian: Int64(writtenAt))
        bytes.append(littleEndian: UInt64(0))
        bytes += keptTag
        bytes += payload
        let sum = Self.checksum(of: bytes)
        for (index, place) in Self.checksumPlace.enumerated() {
            bytes[place] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index))
        }
        return bytes
    }

    /// Reads a file; `nil` if it is damaged, or of another format.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else { return nil }
        let numbers = bytes.span
        guard UInt32(truncatingIfNeeded: Self.number(numbers, 8, 4)) == Self.format,
            let tagCount = Int(exactly: Self.number(numbers, 12, 4)), tagCount <= Self.longestTag,
            let payloadCount = Int(exactly: Self.number(numbers, 16, 8)),
            payloadCount == bytes.count - Self.headerSize - tagCount,
            Self.number(numbers, Self.checksumPlace.lowerBound, 8) == Self.checksum(of: bytes)
        else { return nil }
        let payloadStart = Self.headerSize + tagCount
        entityTag = tagCount == 0 ? nil : String(decoding: bytes[Self.headerSize..<payloadStart], as: UTF8.self)
        writtenAt = Int(truncatingIfNeeded: Self.number(numbers, 24, 8))
        payload = Array(bytes[payloadStart...])
    }

    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        var sum = Checksum()
        sum.update(bytes[..<checksumPlace.lowerBound])
        sum.update(bytes[checksumPlace.upperBound...])
        return sum.value
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
}

extension [UInt8] {
    /// Appends a number, its lowest byte first.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        for index in 0..<(number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }
}
