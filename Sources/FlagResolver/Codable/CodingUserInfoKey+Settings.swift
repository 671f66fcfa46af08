#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CodingUserInfoKey {
    /// The version of the running app: a `String` such as `"1.4.0"`, or an ``AppVersion``.
    ///
    /// Raw value `appVersion`.
    public static let appVersion = key("appVersion")

    /// Whether everything that is otherwise tolerated is an error: a `Bool`. Raw value `strictSettings`.
    public static let strictSettings = key("strictSettings")

    /// Where issues are collected: a ``SettingIssueCollector``. Raw value `settingIssues`.
    public static let settingIssues = key("settingIssues")

    /// Whether models with tolerant keys read scalars leniently: a `Bool`. Raw value `lenientScalars`.
    public static let lenientScalars = key("lenientScalars")

    /// How keys are converted: a ``KeyConversion``. Raw value `keyConversion`.
    public static let keyConversion = key("keyConversion")

    /// Where a decoder that reconciles keys notes what it sees: a ``CollisionObserver``.
    static let collisionObserver = key("collisionObserver")

    private static func key(_ rawValue: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: rawValue) else {
            preconditionFailure("A user info key can be made of any text.")
        }
        return key
    }
}

extension JSONDecoder {
    /// A decoder for settings of an app of the given version.
    ///
    /// ```swift
    /// let config = try JSONDecoder(appVersion: "1.4.0").decode(RemoteConfig.self, from: data)
    /// ```
    ///
    /// - Parameter appVersion: The version as text. One that cannot be read makes every setting have its default and
    ///   an issue that says why.
    public convenience init(appVersion: String) {
        self.init()
        self.appVersion = appVersion
    }

    /// A decoder for settings of an app of the given version.
    ///
    /// - Parameter appVersion: The version of the running app.
    public convenience init(appVersion: AppVersion) {
        self.init()
        userInfo[.appVersion] = appVersion
    }

    /// The version of the running app, as text; it decides which entries of the settings apply.
    ///
    /// Without a version, and with one that cannot be read, every setting has its default and an issue that says why.
    public var appVersion: String? {
        get {
            switch userInfo[.appVersion] {
            case let version as AppVersion: version.description
            case let text as String: text
            default: nil
            }
        }
        set {
            userInfo[.appVersion] = newValue.map { text in AppVersion(text) ?? text as any Sendable }
        }
    }

    /// Whether everything that is otherwise tolerated is thrown as a `DecodingError`.
    public var strictSettings: Bool {
        get { userInfo[.strictSettings] as? Bool ?? false }
        set { userInfo[.strictSettings] = newValue }
    }

    /// Where the issues of all settings that this decoder decodes are collected.
    public var settingIssues: SettingIssueCollector? {
        get { userInfo[.settingIssues] as? SettingIssueCollector }
        set { userInfo[.settingIssues] = newValue }
    }
}
