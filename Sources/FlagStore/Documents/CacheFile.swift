/// A file of the cache: a header and the raw payload.
///
/// | bytes | content; numbers are little-endian |
/// |---|---|
/// | 0–7 | the magic `FLAGDOC` and a zero |
/// | 8–11 | the format, 2 |
/// | 12–15 | the number of bytes of the entity tag |
/// | 16–23 | the number of bytes of the payload |
/// | 24–31 | when it was written, in seconds since 1970 |
/// | 32–39 | the checksum of the version of the program that wrote it |
/// | 40–47 | the checksum of the payload |
/// | 48–55 | the checksum of the bytes before, and of the entity tag |
/// | 56– | the entity tag, then the payload, then nothing |
///
/// A file with a flipped bit, or with missing or additional bytes, is rejected.
package struct CacheFile: Hashable, Sendable {
    package var entityTag: String?
    package var writtenAt: Int64

    /// The checksum of the version of the program that wrote the file.
    package let program: UInt64
    package let payload: [UInt8]

    /// The identity of the payload.
    package let identity: DocumentIdentity

    package init(entityTag: String? = nil, writtenAt: Int64, program: UInt64 = 0, payload: [UInt8]) {
        self.entityTag = entityTag
        self.writtenAt = writtenAt
        self.program = program
        self.payload = payload
        identity = DocumentIdentity(of: payload)
    }

    /// The maximum size of a file without its payload; a longer entity tag is not kept.
    package static let overhead = headerSize + maximumTagLength

    private static let magic: [UInt8] = Array("FLAGDOC\0".utf8)
    private static let format: UInt32 = 2
    private static let headerSize = 56
    private static let checksumOffset = 48..<56
    private static let maximumTagLength = 4_096

    /// The bytes of the file.
    package var encoded: [UInt8] {
        let tag = entityTag.map { Array($0.utf8) } ?? []
        let keptTag = tag.count <= Self.maximumTagLength ? tag : []
        var bytes = Self.magic
        bytes.reserveCapacity(Self.headerSize + keptTag.count + payload.count)
        bytes.append(littleEndian: Self.format)
        bytes.append(littleEndian: UInt32(keptTag.count))
        bytes.append(littleEndian: UInt64(payload.count))
        bytes.append(littleEndian: writtenAt)
        bytes.append(littleEndian: program)
        bytes.append(littleEndian: identity.checksum)
        bytes.append(littleEndian: Self.checksum(ofHeader: bytes[...], tag: keptTag[...]))
        bytes += keptTag
        bytes += payload
        return bytes
    }

    /// Reads a file; `nil` if it is damaged or has another format.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerSize, bytes.starts(with: Self.magic) else { return nil }
        // The span of a slice, because `Array.span` requires newer systems than this library.
        let slice = bytes[...]
        let numbers = slice.span
        guard UInt32(truncatingIfNeeded: Self.number(numbers, 8, 4)) == Self.format,
            let tagCount = Int(exactly: Self.number(numbers, 12, 4)), tagCount <= Self.maximumTagLength,
            let payloadCount = Int(exactly: Self.number(numbers, 16, 8)),
            payloadCount == bytes.count - Self.headerSize - tagCount,
            case let payloadStart = Self.headerSize + tagCount,
            case let tag = bytes[Self.headerSize..<payloadStart],
            Self.number(numbers, Self.checksumOffset.lowerBound, 8)
                == Self.checksum(ofHeader: bytes[..<Self.checksumOffset.lowerBound], tag: tag)
        else { return nil }
        entityTag = tag.isEmpty ? nil : String(decoding: tag, as: UTF8.self)
        writtenAt = Int64(truncatingIfNeeded: Self.number(numbers, 24, 8))
        program = Self.number(numbers, 32, 8)
        payload = Array(bytes[payloadStart...])
        identity = DocumentIdentity(of: payload)
        guard identity.checksum == Self.number(numbers, 40, 8) else { return nil }
    }

    private static func checksum(ofHeader header: ArraySlice<UInt8>, tag: ArraySlice<UInt8>) -> UInt64 {
        var sum = Checksum()
        sum.update(header)
        sum.update(tag)
        return sum.value
    }

    private static func number(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
    }
}

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        for index in 0..<(number.bitWidth / 8) {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }
}
