extension Span<UInt8> {
    /// The byte at an offset, or 0 at the end and past it, which is valid in no version and in no requirement.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // Unsafe only for elements with padding between them, which bytes have not.
        unsafe bytes.byte(at: offset)
    }
}
