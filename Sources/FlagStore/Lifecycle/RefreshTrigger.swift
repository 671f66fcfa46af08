/// When a store fetches, besides its start, its retries after failures, and requests of the app.
public enum RefreshTrigger: String, Hashable, Sendable, Codable, CaseIterable {
    /// When ``StoreConfiguration/refreshInterval`` has passed.
    ///
    /// While the app is in the background, the time waits.
    case interval

    /// When the app comes to the foreground, if no request was sent for the interval.
    case foreground

    /// When the network returns.
    ///
    /// A request is sent if the last one did not reach the server, or none was sent for the interval.
    /// On Apple's platforms, the system tells the store. Elsewhere the app does: ``SettingsStore/networkDidReturn()``.
    case network
}
