/// Bytes that are sent without copies, at an address that never changes.
package final class SharedBytes: Sendable {
    /// The address of the first byte, which this object frees.
    private let address: UInt
    package let count: Int

    package init(_ bytes: [UInt8]) {
        count = bytes.count
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = unsafe copy.update(fromContentsOf: bytes)
        address = UInt(bitPattern: copy.baseAddress)
    }

    /// Bytes at the beginning of allocated memory, which this object frees.
    init(taking memory: UnsafeMutableRawPointer, count: Int) {
        self.count = count
        address = UInt(bitPattern: memory)
    }

    deinit { unsafe UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate() }

    /// The first byte; valid for as long as this object exists.
    package var start: UnsafePointer<UInt8>? { unsafe UnsafePointer(bitPattern: address) }

    var bytes: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }
}

/// The body of a response.
package enum ResponseBody: Sendable {
    /// Bytes of this response alone, which are copied to send them.
    case bytes([UInt8])
    /// Bytes of this response alone, which are sent without a copy.
    case own(SharedBytes)
    /// Bytes that other responses have, too.
    case shared(SharedBytes)

    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .own(let bytes), .shared(let bytes): bytes.count
        }
    }

    /// A copy of the bytes.
    var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .own(let bytes), .shared(let bytes): bytes.bytes
        }
    }

    /// Whether other responses have the bytes, too.
    package var isShared: Bool { if case .shared = self { true } else { false } }
}
