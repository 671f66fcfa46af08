/// What a setting finds in the `userInfo` of the decoder that decodes it.
///
/// The version is looked up for every setting, the rest only when there is something to report.
struct SettingsDecodingContext {
    /// The app version, or why there is none.
    let appVersion: Result<AppVersion, SettingProblem>

    private let userInfo: [CodingUserInfoKey: Any]

    init(_ decoder: any Decoder) {
        userInfo = decoder.userInfo
        appVersion =
            switch userInfo[.appVersion] {
            case nil: .failure(.missingAppVersion)
            case let version as AppVersion: .success(version)
            case let text as String: Self.version(from: text)
            case let other?: .failure(.appVersionNotText(found: "\(type(of: other))"))
            }
    }

    var isStrict: Bool {
        userInfo[.strictSettings] as? Bool ?? false
    }

    var collector: SettingIssueCollector? {
        userInfo[.settingIssues] as? SettingIssueCollector
    }

    private static func version(from text: String) -> Result<AppVersion, SettingProblem> {
        do {
            return .success(try AppVersion(parsing: text))
        } catch {
            return .failure(.unreadableAppVersion(text: text, error: error))
        }
    }
}
