/// Names that longer names may begin with.
///
/// Only prefixes that are as long as one of the names are looked up: all prefixes of a long name would take quadratic time.
struct NamePrefixes {
    private let names: Set<[UInt8]>
    /// The lengths of the names, in ascending order.
    private let lengths: [Int]

    init(_ names: some Sequence<String>) {
        self.names = Set(names.map { Array($0.utf8) })
        lengths = Set(self.names.map(\.count)).sorted()
    }

    /// The names that a text begins with, the shortest first.
    func prefixes(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        return lengths.prefix { $0 <= bytes.count }.compactMap { length in
            let prefix = Array(bytes.prefix(length))
            return names.contains(prefix) ? String(decoding: prefix, as: UTF8.self) : nil
        }
    }
}
