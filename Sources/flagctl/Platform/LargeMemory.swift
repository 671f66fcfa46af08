#if canImport(Glibc)
    import Glibc
#endif

/// Memory for large documents, asked for from the system in few large pages.
enum LargeMemory {
    /// The size of a file from which on it pays.
    private static let smallestFile = 1 << 20

    /// Glibc gives pieces up to 32 MiB from its heap once it has seen one of the size freed.
    private static let largestPiece = 28 << 20

    private static let largePage = 2 << 20

    /// Prepares the heap for a file of a size: its bytes, its tree, what is made of them, and the results.
    ///
    /// A process that runs for ten milliseconds spends a third of them on being given its memory page by page. So a
    /// piece of the heap is allowed to consist of large pages, and given back to the heap, from which all later memory
    /// comes. Where the system has no large pages this changes nothing.
    static func prepare(forFileOf byteCount: Int) {
        #if canImport(Glibc)
            guard byteCount >= smallestFile else { return }
            let size = min(5 * min(byteCount, largestPiece) + largePage, largestPiece)
            // As many as are filled for certain: of the last one all would count, however little of it is used.
            let advised = min(7 * min(byteCount, largestPiece) / 2, size - largePage) / largePage * largePage
            // A piece of this size is mapped on its own, and unmapped when it is freed. After that Glibc takes pieces up
            // to this size from the heap, and keeps what is freed there: so the second round is the one that counts.
            var gap = 0
            for _ in 0..<2 {
                guard let piece = unsafe malloc(size) else { return }
                gap = (largePage - Int(bitPattern: piece) % largePage) % largePage
                _ = unsafe madvise(piece + gap, advised, MADV_HUGEPAGE)
                unsafe free(piece)
            }
            // What comes next, the file itself, is to begin where the large pages do: the gap before is taken and never
            // touched. Without advice of no bytes the compiler would see that it has no use.
            guard gap > 64, let filler = unsafe malloc(gap - 64) else { return }
            _ = unsafe madvise(filler - Int(bitPattern: filler) % largePage, 0, MADV_NORMAL)
        #endif
    }
}
