import FlagStore

extension DocumentOutcome {
    var failureKind: TransportFailure.Kind? {
        guard case .failed(let failure) = self else { return nil }
        return failure.kind
    }

    var failureStatus: Int? {
        guard case .failed(let failure) = self else { return nil }
        return failure.status
    }

    var failureDetail: String {
        guard case .failed(let failure) = self else { return "" }
        return failure.detail
    }
}
