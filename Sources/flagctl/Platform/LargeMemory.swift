#if canImport(Glibc)
    import Glibc
#endif

/// Memory for large documents, asked for from the system in few large pages.
enum LargeMemory {
    /// The size of a file from which on it pays.
    private static let smallestFile = 1 << 20

    /// Glibc gives pieces up to 32 MiB from its heap once it has seen one of the size freed.
    private static let largestPiece = 24 << 20

    /// Prepares the heap for a file of a size: its bytes, its tree, and what is made of them.
    ///
    /// A process that runs for ten milliseconds spends a third of them on being given its memory page by page. So a
    /// piece of the heap is allowed to consist of huge pages, and given back to the heap, from which all later memory
    /// comes. Where the system has no huge pages this changes nothing.
    static func prepare(forFileOf byteCount: Int) {
        #if canImport(Glibc)
            guard byteCount >= smallestFile else { return }
            let size = min(3 * min(byteCount, largestPiece), largestPiece)
            // A large piece is mapped on its own, and unmapped when it is freed. After that Glibc takes pieces of the
            // size from the heap, and keeps what is freed there: so the second round is the one that counts.
            for _ in 0..<2 {
                guard let piece = unsafe malloc(size) else { return }
                let page = 4096
                let offset = (page - Int(bitPattern: piece) % page) % page
                _ = unsafe madvise(piece + offset, size - page, MADV_HUGEPAGE)
                unsafe free(piece)
            }
        #endif
    }
}
