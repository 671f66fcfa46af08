extension Span<UInt8> {
    /// The byte at an offset, or 0 at the end and past it, which is valid in no version and in no requirement.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // One comparison checks both bounds, since a negative offset is a huge unsigned one.
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
        return unsafe self[unchecked: offset]
    }
}
