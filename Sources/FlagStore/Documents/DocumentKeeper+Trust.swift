import FlagResolver

extension DocumentKeeper {
    /// What the verifier has found; `nil` without one.
    package var trustStatus: TrustStatus? {
        guard let trust else { return nil }
        let (authenticity, lastFailure, usesBundled) = state.withLock {
            ($0.activeAuthenticity, $0.lastTrustFailure, $0.usesBundled)
        }
        let document: TrustStatus.Document =
            switch authenticity {
            case .authentic(let facts):
                .authentic(
                    version: facts.version, issued: facts.issued.date, expires: facts.expires?.date,
                    keys: facts.keyIdentifiers)
            case .failed(let failure): .failed(failure)
            case .notVerified, nil: usesBundled ? .bundled : .none
            }
        let expires = authenticity?.facts?.expires
        return TrustStatus(
            isEnforced: trust.policy.isEnforced, document: document, lastFailure: lastFailure,
            floor: trust.floor.version, isFloorKept: trust.floor.isKept,
            isExpired: expires.map { $0 <= Instant(seconds: configuration.clock.wallTime) } ?? false)
    }
}
