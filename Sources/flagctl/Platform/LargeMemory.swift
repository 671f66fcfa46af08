#if canImport(Glibc)
    import Glibc
#endif

/// Memory for large documents in large pages.
enum LargeMemory {
    /// The smallest file for which it is worth the effort.
    private static let minimumFileSize = 1 << 20

    /// Glibc allocates blocks of up to 32 MiB from its heap after a block of that size has been freed.
    private static let maximumBlockSize = 28 << 20

    private static let largePage = 2 << 20

    /// Prepares the heap for a file of some size: its bytes, its tree, the analysis and the results.
    ///
    /// A process that runs for ten milliseconds spends a third of the time on page faults. So a block of the heap is
    /// advised to use large pages and then freed, and later allocations reuse it. Without large pages in the system, this
    /// has no effect.
    static func prepare(forFileOf byteCount: Int) {
        #if canImport(Glibc)
            guard byteCount >= minimumFileSize else { return }
            let size = min(5 * min(byteCount, maximumBlockSize) + largePage, maximumBlockSize)
            // Only pages that will be filled: a large page counts as a whole, however little of it is used.
            let advised = min(7 * min(byteCount, maximumBlockSize) / 2, size - largePage) / largePage * largePage
            // The first block of this size is mapped separately, and unmapped when it is freed. Glibc then allocates blocks
            // of this size from the heap and keeps them when they are freed, so the second round has the effect.
            var gap = 0
            for _ in 0..<2 {
                guard let block = unsafe malloc(size) else { return }
                gap = (largePage - Int(bitPattern: block) % largePage) % largePage
                _ = unsafe madvise(block + gap, advised, MADV_HUGEPAGE)
                unsafe free(block)
            }
            // The next allocation, the file itself, should begin at a large page, so the gap before it is allocated and never
            // touched. The advice for zero bytes keeps the compiler from removing the allocation.
            guard gap > 64, let filler = unsafe malloc(gap - 64) else { return }
            _ = unsafe madvise(filler - Int(bitPattern: filler) % largePage, 0, MADV_NORMAL)
        #endif
    }
}
