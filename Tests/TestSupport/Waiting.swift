/// Waits until a condition holds, for at most a minute of its own time.
///
/// It is for what other threads and processes do without an announcement. Other tests may keep all threads busy for
/// minutes, so the limit counts checks, not the clock: the time from one check to the next counts as 100 ms at most.
package func eventually(_ condition: () async throws -> Bool) async rethrows {
    var remaining = Duration.seconds(60)
    var lastCheck = ContinuousClock.now
    while try await !condition(), remaining > .zero {
        try? await Task.sleep(for: .milliseconds(5))
        let now = ContinuousClock.now
        remaining -= min(now - lastCheck, .milliseconds(100))
        lastCheck = now
    }
}
