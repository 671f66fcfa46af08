import FlagAnalysis
import FlagResolver

/// Pairs the documents of two folders.
///
/// 1. Documents with one path below their folders belong together.
/// 2. Of the others, an old and a new one with the same bytes do, and then those that share most of their settings.
/// 3. What is left was deleted, or is new.
struct FolderPairing {
    struct File {
        let document: LoadedDocument
        /// The path below the folder.
        let path: String

        init(_ document: LoadedDocument, below folder: String) {
            self.document = document
            let prefix = folder.hasSuffix("/") ? folder : folder + "/"
            path = document.name.hasPrefix(prefix) ? String(document.name.dropFirst(prefix.count)) : document.name
        }
    }

    /// In the order of the new files, followed by the deleted ones.
    private(set) var pairs: [(old: File?, new: File?)] = []

    /// - Complexity: Linear in the files with one path, and in the pairs of all others.
    init(old: [File], new: [File]) {
        var left: [String: File] = [:]
        for file in old { left[file.path] = file }
        var partners = new.map { left.removeValue(forKey: $0.path) }
        for (index, file) in new.enumerated() where partners[index] == nil {
            let same = left.values.filter { $0.document.tree.bytes == file.document.tree.bytes }
                .min { $0.path < $1.path }
            guard let same else { continue }
            partners[index] = left.removeValue(forKey: same.path)
        }
        for (index, file) in new.enumerated() where partners[index] == nil {
            let names = Self.names(of: file)
            let nearest = left.values.map { (file: $0, share: Self.share(names, Self.names(of: $0))) }
                .filter { $0.share > 0.5 }
                .max { ($0.share, $1.file.path) < ($1.share, $0.file.path) }
            guard let nearest else { continue }
            partners[index] = left.removeValue(forKey: nearest.file.path)
        }
        pairs = zip(partners, new).map { (old: $0, new: Optional($1)) }
        for file in old where left[file.path] != nil { pairs.append((old: file, new: nil)) }
    }

    private static func names(of file: File) -> Set<String> {
        let settings = file.document.settings
        return Set(settings.indices.map { settings.name(of: $0) })
    }

    /// The share of the names of both that both have.
    private static func share(_ one: Set<String>, _ other: Set<String>) -> Double {
        let all = one.union(other).count
        return all == 0 ? 0 : Double(one.intersection(other).count) / Double(all)
    }
}
