import FlagAnalysis
import FlagResolver
import FlagStore

/// Pairs the documents of two folders.
///
/// 1. Documents with the same path below their folders are paired.
/// 2. Of the others, those with the same bytes are paired, then those that share most of their settings.
/// 3. The rest was deleted, or is new.
struct FolderPairing {
    struct File {
        let document: LoadedDocument
        /// The path below the folder.
        let path: String

        init(_ document: LoadedDocument, below folder: String) {
            self.document = document
            let prefix = FilePath.prefix(in: folder)
            path = document.name.after(prefix: prefix).map { String($0) } ?? document.name
        }
    }

    /// In the order of the new files, followed by the deleted ones.
    private(set) var pairs: [(old: File?, new: File?)] = []

    /// - Complexity: Linear in the bytes of all files, and in the pairs of renamed files that have a setting in common.
    init(old: [File], new: [File]) {
        var left: [ExactText: File] = [:]
        for file in old { left[ExactText(file.path)] = file }
        var partners = new.map { left.removeValue(forKey: ExactText($0.path)) }
        pairEqual(new, &partners, &left)
        pairSimilar(new, &partners, &left)
        pairs = zip(partners, new).map { (old: $0, new: Optional($1)) }
        for file in old where left[ExactText(file.path)] != nil { pairs.append((old: file, new: nil)) }
    }

    /// Pairs files with the same bytes; among several old ones, the first by path.
    private func pairEqual(_ new: [File], _ partners: inout [File?], _ left: inout [ExactText: File]) {
        guard partners.contains(where: { $0 == nil }), !left.isEmpty else { return }
        var paths: [[UInt8]: [ExactText]] = [:]
        for path in left.keys.sorted(by: >) {
            if let file = left[path] { paths[file.document.tree.bytes, default: []].append(path) }
        }
        for (index, file) in new.enumerated() where partners[index] == nil {
            guard let path = paths[file.document.tree.bytes]?.popLast() else { continue }
            partners[index] = left.removeValue(forKey: path)
        }
    }

    /// Pairs files that share more than half of their settings: the most similar ones; among equals, the first by path.
    private func pairSimilar(_ new: [File], _ partners: inout [File?], _ left: inout [ExactText: File]) {
        guard partners.contains(where: { $0 == nil }), !left.isEmpty else { return }
        var counts: [ExactText: Int] = [:]
        var pathsByName: [ExactText: [ExactText]] = [:]
        for (path, file) in left {
            let names = Self.names(of: file)
            counts[path] = names.count
            for name in names { pathsByName[name, default: []].append(path) }
        }
        for (index, file) in new.enumerated() where partners[index] == nil {
            let names = Self.names(of: file)
            var shared: [ExactText: Int] = [:]
            for name in names {
                for path in pathsByName[name] ?? [] where left[path] != nil { shared[path, default: 0] += 1 }
            }
            let nearest = shared.map { path, count in
                (path: path, common: count, all: names.count + (counts[path] ?? 0) - count)
            }
            .filter { 2 * $0.common > $0.all }
            // Fractions are compared as products, which are exact.
            .max { ($0.common * $1.all, $1.path) < ($1.common * $0.all, $0.path) }
            guard let nearest else { continue }
            partners[index] = left.removeValue(forKey: nearest.path)
        }
    }

    private static func names(of file: File) -> Set<ExactText> {
        let settings = file.document.settings
        return Set(settings.indices.map { ExactText(settings.name(of: $0)) })
    }
}
