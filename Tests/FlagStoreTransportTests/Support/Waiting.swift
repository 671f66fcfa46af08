import FlagStore

/// Waits until something holds, two minutes at most.
///
/// For what happens on other threads or in other processes, which nothing announces. It is that long because other tests
/// may keep all threads of tasks busy.
func eventually(_ condition: () async throws -> Bool) async rethrows {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !condition(), ContinuousClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(5))
    }
}

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
