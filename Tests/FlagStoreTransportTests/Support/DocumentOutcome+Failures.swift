import FlagStore

extension DocumentOutcome {
    var failureKind: TransportFailure.Kind? {
        guard case .failed(let failure) = self else { return nil }
        return failure.kind
    }

    var failureDetail: String {
        guard case .failed(let failure) = self else { return "" }
        return failure.detail
    }
}
