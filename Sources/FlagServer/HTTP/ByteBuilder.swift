import FlagResolver

/// Appends bytes to memory that becomes the body of a response without a copy.
@safe
struct ByteBuilder: ~Copyable {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    /// The number of bytes so far.
    private(set) var count = 0

    /// - Parameter capacity: The bytes for which there is memory before it grows.
    init(reserving capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe memory = .allocate(byteCount: self.capacity, alignment: 1)
    }

    deinit { unsafe memory.deallocate() }

    /// Appends a range of a span's bytes. Appends nothing if the range is out of bounds.
    mutating func append(_ bytes: RawSpan, from start: Int, to end: Int) {
        guard start >= 0, start < end, end <= bytes.byteCount else { return }
        let size = end &- start
        if size > capacity &- count { resize(to: max(2 * capacity, count + size)) }
        // The range was checked, and there is memory for it.
        unsafe bytes.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            unsafe memory.advanced(by: count).copyMemory(from: first.advanced(by: start), byteCount: size)
        }
        count &+= size
    }

    /// Appends all bytes of a span.
    mutating func append(_ bytes: RawSpan) { append(bytes, from: 0, to: bytes.byteCount) }

    /// Appends bytes.
    mutating func append(_ bytes: [UInt8]) { bytes.withRawSpan { append($0) } }

    private mutating func resize(to newCapacity: Int) {
        capacity = newCapacity
        let other = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
        unsafe other.copyMemory(from: memory, byteCount: count)
        unsafe memory.deallocate()
        unsafe memory = other
    }

    /// The bytes. Nothing can be appended any more.
    consuming func finish() -> SharedBytes {
        // Limits count the bytes, so that little memory may be unused.
        if capacity / 2 > count { resize(to: max(1, count)) }
        let bytes = unsafe SharedBytes(taking: memory, count: count)
        discard self
        return bytes
    }
}
