/// Collects the issues of everything that is decoded with it.
///
/// ```swift
/// let issues = SettingIssueCollector()
/// decoder.settingIssues = issues
/// let config = try decoder.decode(RemoteConfig.self, from: data)
/// for issue in issues.issues { log(issue) }
/// ```
///
/// A decoder passes it along in its `userInfo`, so it works with synthesized `Codable`. Decoders on several threads can
/// share one collector.
public final class SettingIssueCollector: Sendable {
    private let collected = Locked<[SettingIssue]>([])

    /// Creates an empty collector.
    public init() {}

    /// The issues so far, in the order in which they were found.
    public var issues: [SettingIssue] {
        collected.withLock { $0 }
    }

    /// Removes the issues collected so far, and returns them.
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
