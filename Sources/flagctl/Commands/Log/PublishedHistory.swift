import FlagPublishing

/// The publications of a destination, represented as revisions.
struct PublishedHistory {
    /// The newest first.
    let revisions: [GitHistory.Revision]
    private let contents: [String: [UInt8]]

    init(_ publications: [PastPublication]) {
        var revisions: [GitHistory.Revision] = []
        var contents: [String: [UInt8]] = [:]
        for (index, past) in publications.enumerated() {
            let name = "\(past.number)"
            contents[name] = past.bytes
            let remarks = [
                past.isCurrent ? "current" : nil, past.record?.restored.map { "restores \($0)" },
                past.record == nil ? "by another program" : nil,
            ]
            revisions.append(
                GitHistory.Revision(
                    name: name, date: past.record.map { "\($0.date)" } ?? "", author: past.record?.author ?? "",
                    subject: remarks.compactMap { $0 }.joined(separator: ", "), path: nil,
                    new: name,
                    parents: publications.dropFirst(index + 1).prefix(1).map {
                        GitHistory.Parent(object: "\($0.number)", origin: "\($0.number)")
                    }))
        }
        self.revisions = revisions
        self.contents = contents
    }

    func contents(of names: [String]) -> [String: [UInt8]] { contents.filter { names.contains($0.key) } }
}
