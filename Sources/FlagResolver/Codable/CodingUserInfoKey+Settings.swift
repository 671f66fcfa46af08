#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CodingUserInfoKey {
    /// The version of the running app: a `String` such as `"1.4.0"`, or an ``AppVersion``.
    ///
    /// The raw value is `appVersion`.
    public static let appVersion = CodingUserInfoKey(settingsKey: "appVersion")

    /// What is known about the running app: an ``EvaluationContext``.
    ///
    /// A version under ``appVersion`` takes precedence.
    ///
    /// The raw value is `evaluationContext`.
    public static let evaluationContext = CodingUserInfoKey(settingsKey: "evaluationContext")

    /// Whether to throw every problem that is otherwise tolerated: a `Bool`.
    ///
    /// The raw value is `strictSettings`.
    public static let strictSettings = CodingUserInfoKey(settingsKey: "strictSettings")

    /// The collector of issues: a ``SettingIssueCollector``.
    ///
    /// The raw value is `settingIssues`.
    public static let settingIssues = CodingUserInfoKey(settingsKey: "settingIssues")

    /// The entries of the document being decoded: ``DocumentEntries``.
    static let documentEntries = CodingUserInfoKey(settingsKey: "documentEntries")

    /// Whether scalars are decoded leniently: a `Bool`. This includes the values of settings; see ``LenientSettings``.
    package static let readsLeniently = CodingUserInfoKey(settingsKey: "lenientScalars")

    /// A ``KeyObserver``.
    package static let keyObserver = CodingUserInfoKey(settingsKey: "keyObserver")

    package init(settingsKey text: String) {
        guard let key = CodingUserInfoKey(rawValue: text) else {
            preconditionFailure("CodingUserInfoKey accepts every text.")
        }
        self = key
    }
}

extension JSONDecoder {
    /// Creates a decoder for the settings of an app with the given version.
    ///
    /// ```swift
    /// let config = try JSONDecoder(appVersion: "1.4.0").decode(RemoteConfig.self, from: data)
    /// ```
    ///
    /// - Parameter appVersion: The version as text. If it cannot be parsed, no condition on it holds, and an issue
    ///   says why.
    public convenience init(appVersion: String) {
        self.init()
        self.appVersion = appVersion
    }

    /// Creates a decoder for the settings of an app with the given version.
    ///
    /// - Parameter appVersion: The version of the running app.
    public convenience init(appVersion: AppVersion) {
        self.init()
        userInfo[.appVersion] = appVersion
    }

    /// The version of the running app, which decides which entries apply: an ``AppVersion``, or text.
    ///
    /// If it is `nil` or text that is not a version, no condition on the version holds, and an issue says why.
    public var appVersion: (any AppVersionConvertible)? {
        get { userInfo.appVersion }
        set { userInfo.appVersion = newValue }
    }

    /// What is known about the running app, which decides which entries apply.
    ///
    /// If ``appVersion`` is set, too, that version takes precedence.
    public var evaluationContext: EvaluationContext? {
        get { userInfo.evaluationContext }
        set { userInfo.evaluationContext = newValue }
    }

    /// Replaces the context and the version of the app.
    package func setContext(_ context: EvaluationContext) {
        appVersion = nil
        evaluationContext = context
    }

    /// Whether to throw a `DecodingError` for every problem that is otherwise tolerated.
    public var strictSettings: Bool {
        get { userInfo.strictSettings }
        set { userInfo.strictSettings = newValue }
    }

    /// The collector of the issues of everything that this decoder decodes.
    public var settingIssues: SettingIssueCollector? {
        get { userInfo.settingIssues }
        set { userInfo.settingIssues = newValue }
    }
}

extension PropertyListDecoder {
    /// The version of the running app, which decides which entries apply: an ``AppVersion``, or text.
    ///
    /// If it is `nil` or text that is not a version, no condition on the version holds, and an issue says why.
    public var appVersion: (any AppVersionConvertible)? {
        get { userInfo.appVersion }
        set { userInfo.appVersion = newValue }
    }

    /// What is known about the running app, which decides which entries apply.
    ///
    /// If ``appVersion`` is set, too, that version takes precedence.
    public var evaluationContext: EvaluationContext? {
        get { userInfo.evaluationContext }
        set { userInfo.evaluationContext = newValue }
    }

    /// Whether to throw a `DecodingError` for every problem that is otherwise tolerated.
    public var strictSettings: Bool {
        get { userInfo.strictSettings }
        set { userInfo.strictSettings = newValue }
    }

    /// The collector of the issues of everything that this decoder decodes.
    public var settingIssues: SettingIssueCollector? {
        get { userInfo.settingIssues }
        set { userInfo.settingIssues = newValue }
    }
}

/// An ``AppVersion``, or the text of one.
public protocol AppVersionConvertible: Sendable {}

extension AppVersion: AppVersionConvertible {}
extension String: AppVersionConvertible {}

extension [CodingUserInfoKey: any Sendable] {
    fileprivate var appVersion: (any AppVersionConvertible)? {
        get { self[.appVersion] as? any AppVersionConvertible }
        // Text is parsed once, not for each setting.
        set { self[.appVersion] = newValue.map { ($0 as? String).flatMap { AppVersion($0) } ?? $0 } }
    }

    fileprivate var evaluationContext: EvaluationContext? {
        get { self[.evaluationContext] as? EvaluationContext }
        set { self[.evaluationContext] = newValue }
    }

    fileprivate var strictSettings: Bool {
        get { self[.strictSettings] as? Bool ?? false }
        set { self[.strictSettings] = newValue }
    }

    fileprivate var settingIssues: SettingIssueCollector? {
        get { self[.settingIssues] as? SettingIssueCollector }
        set { self[.settingIssues] = newValue }
    }
}
