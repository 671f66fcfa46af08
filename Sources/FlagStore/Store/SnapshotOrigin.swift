/// What a snapshot needs to tell how old its documents are.
struct SnapshotOrigin: Sendable {
    let clock: any StoreClock
    let staleness: Duration

    /// When the server last sent or confirmed the highest of its documents.
    var checkedAt: Duration?

    /// How fresh a document is, and how long ago the server sent or confirmed it.
    func freshnessAndAge(of document: LayeredDocument?) -> (Freshness, Duration?) {
        guard let document, document.layer == .remote || document.layer == .lastKnownGood else {
            return (.local, nil)
        }
        let now = clock.monotonicTime
        guard document.isNewest, let checkedAt else {
            return (.stale, max(.zero, document.initialAge + (now - document.since)))
        }
        let age = max(.zero, now - checkedAt)
        return (age < staleness ? .fresh : .stale, age)
    }
}
