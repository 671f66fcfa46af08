package import FlagResolver

/// When and by whom a document was published.
package struct PublicationRecord: Hashable, Sendable {
    /// Identifies this publication, and so shows whether an interrupted attempt was carried out.
    package let identifier: String
    package let date: Instant
    package let author: String
    /// The publication whose content was published again; `nil` for a new content.
    package let restored: Int64?
    /// Whether servers may use the document although it lacks many settings of the one before.
    package let allowsLargeChange: Bool

    package init(date: Instant, author: String, restored: Int64? = nil, allowsLargeChange: Bool = false) {
        identifier =
            String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        self.date = Instant(seconds: date.seconds)
        self.author = author
        self.restored = restored
        self.allowsLargeChange = allowsLargeChange
    }

    /// The record as JSON.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "id")
        writer.write(identifier)
        writer.write(key: "date")
        writer.write("\(date)")
        writer.write(key: "author")
        writer.write(author)
        if let restored {
            writer.write(key: "restored")
            writer.write("\(restored)")
        }
        if allowsLargeChange {
            writer.write(key: "allowsLargeChange")
            writer.write(true)
        }
        writer.endObject()
        return writer.bytes
    }

    /// - Returns: `nil` if the bytes are not a record.
    package init?(_ bytes: [UInt8]) {
        guard let tree = try? JSONTree(parsing: bytes, sourceName: "record"), tree.kind(of: 0) == .object else {
            return nil
        }
        let root = tree.root
        guard let identifier = root.member(named: "id")?.string, let author = root.member(named: "author")?.string,
            let text = root.member(named: "date")?.string, let date = try? Instant(parsing: text)
        else { return nil }
        self.identifier = identifier
        self.date = date
        self.author = author
        restored = root.member(named: "restored")?.string.flatMap { Int64($0) }
        allowsLargeChange = root.member(named: "allowsLargeChange")?.bool ?? false
    }
}
