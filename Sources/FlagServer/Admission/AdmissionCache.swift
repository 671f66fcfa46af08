import FlagResolver

/// The routes of requests that come again, by their hosts and targets.
///
/// Clients ask for few targets under few names. What was checked once is not checked again. The size is bounded:
/// when the bound is reached, all routes are dropped. The cost of leaving it out is in `Docs/Performance.md`, *Ablations*.
struct AdmissionCache<Admitted: Sendable>: Sendable {
    private struct Key: Sendable, Hashable {
        let host: ExactText?
        let target: ExactText

        init(_ host: String?, _ target: String) {
            self.host = host.map { ExactText($0) }
            self.target = ExactText(target)
        }
    }

    private var known: [Key: Admitted] = [:]

    static var maximumEntryCount: Int { 4_096 }
    static var maximumKeyByteCount: Int { 256 }

    subscript(host: String?, target: String) -> Admitted? { known[Key(host, target)] }

    mutating func insert(_ admitted: Admitted, host: String?, target: String) {
        guard (host?.utf8.count ?? 0) + target.utf8.count <= Self.maximumKeyByteCount else { return }
        if known.count >= Self.maximumEntryCount { known = [:] }
        known[Key(host, target)] = admitted
    }
}
