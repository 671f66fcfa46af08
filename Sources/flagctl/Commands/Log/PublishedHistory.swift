import FlagPublishing
import FlagSigning

/// The publications of a destination, represented as revisions.
struct PublishedHistory {
    /// The newest first.
    let revisions: [GitHistory.Revision]
    /// Who has signed them, by their names.
    let signings: [String: PublishedSigning]
    private let contents: [String: [UInt8]]

    /// - Parameter trust: Which publications count. Each of them is compared with the one before it that counts, too.
    init(_ publications: [PastPublication], _ trust: TrustRules?) {
        var revisions: [GitHistory.Revision] = []
        var contents: [String: [UInt8]] = [:]
        var signings: [String: PublishedSigning] = [:]
        for past in publications { signings["\(past.number)"] = PublishedSigning(past.bytes, trust) }
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
                    parents: publications.dropFirst(index + 1).map { "\($0.number)" }
                        .first { signings[$0]?.isRefused != true }
                        .map { [GitHistory.Parent(object: $0, origin: $0)] } ?? []))
        }
        self.revisions = revisions
        self.contents = contents
        self.signings = signings
    }

    func contents(of names: [String]) -> [String: [UInt8]] { contents.filter { names.contains($0.key) } }
}
