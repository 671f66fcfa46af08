/// Collects the issues of every setting that is decoded with it.
///
/// ```swift
/// let issues = SettingIssueCollector()
/// decoder.settingIssues = issues
/// let config = try decoder.decode(RemoteConfig.self, from: data)
/// for issue in issues.issues { log(issue) }
/// ```
///
/// It works with synthesized `Codable`, since it travels in the decoder's `userInfo`, and may be shared between
/// decoders on several threads.
public final class SettingIssueCollector: Sendable {
    private let collected = Locked<[SettingIssue]>([])

    /// An empty collector.
    public init() {}

    /// The issues so far, in the order in which they were found.
    public var issues: [SettingIssue] {
        collected.withLock { $0 }
    }

    /// Returns the issues so far and forgets them.
    public func takeIssues() -> [SettingIssue] {
        collected.withLock { issues in
            defer { issues = [] }
            return issues
        }
    }

    package func collect(_ issue: SettingIssue) {
        collected.withLock { $0.append(issue) }
    }
}
