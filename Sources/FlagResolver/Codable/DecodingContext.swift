/// What the decoding of a setting depends on, from the decoder's `userInfo`.
struct DecodingContext {
    /// The app version, or why there is none.
    let appVersion: Result<AppVersion, SettingProblem>

    /// The context under the key `evaluationContext`.
    private let given: EvaluationContext?

    let reporter: IssueReporter

    init(_ userInfo: [CodingUserInfoKey: Any]) {
        reporter = IssueReporter(userInfo)
        given = userInfo[.evaluationContext] as? EvaluationContext
        appVersion =
            switch userInfo[.appVersion] {
            case nil: given?.appVersion.map { .success($0) } ?? .failure(.missingAppVersion)
            case let version as AppVersion: .success(version)
            case let text as String: Self.version(from: text)
            case let other?: .failure(.appVersionNotText(found: "\(type(of: other))"))
            }
    }

    var evaluationContext: EvaluationContext {
        let version = try? appVersion.get()
        guard var context = given else { return EvaluationContext(version: version) }
        context.appVersion = version
        return context
    }

    private static func version(from text: String) -> Result<AppVersion, SettingProblem> {
        do {
            return .success(try AppVersion(parsing: text))
        } catch {
            return .failure(.unreadableAppVersion(text: text, error: error))
        }
    }
}

/// Reports a problem as an issue or, in strict mode, as an error.
package struct IssueReporter {
    private let userInfo: [CodingUserInfoKey: Any]

    package init(_ userInfo: [CodingUserInfoKey: Any]) {
        self.userInfo = userInfo
    }

    package var isStrict: Bool {
        userInfo[.strictSettings] as? Bool ?? false
    }

    /// Adds an issue to the decoder's collector, if it has one.
    ///
    /// - Parameters:
    ///   - error: The error that caused the problem; strict mode throws it with the code of the problem.
    ///   - type: The type that could not be decoded, if there is an error.
    @discardableResult
    package func report(
        _ problem: SettingProblem,
        at path: [any CodingKey],
        entryIndex: Int? = nil,
        dueTo error: (any Error)? = nil,
        decoding type: Any.Type = Any.self
    ) throws -> SettingIssue {
        guard !isStrict else { throw problem.strictError(for: error, decoding: type, at: path) }
        let issue = SettingIssue(problem, path: CodingPath.steps(of: path), entryIndex: entryIndex)
        (userInfo[.settingIssues] as? SettingIssueCollector)?.collect(issue)
        return issue
    }
}

/// A library that decodes the values of settings leniently.
package protocol LenientSettingDecoding: Sendable {
    /// Decodes a setting; `nil` if values of this type are decoded as usual.
    func setting<Value: Decodable>(of type: Value.Type, from decoder: any Decoder) throws -> PropertySetting<Value>?
}

/// The library that decodes settings if a decoder reads leniently.
package enum LenientSettings {
    /// Set before any decoder reads leniently; `nil` in programs without such a library.
    package static let decoding = Locked<(any LenientSettingDecoding)?>(nil)

    /// Decodes a setting for a decoder that reads leniently; `nil` if values of this type are decoded as usual.
    static func setting<Value: Decodable>(
        of type: Value.Type, from decoder: any Decoder
    ) throws -> PropertySetting<Value>? {
        try decoding.withLock { $0 }?.setting(of: type, from: decoder)
    }
}

extension Decoder {
    /// Whether the decoder reads scalars leniently.
    var readsLeniently: Bool { userInfo[.readsLeniently] as? Bool == true }
}

/// A library that follows which keys of a document are read, through the decoder's `userInfo`.
package protocol KeyObserver: Sendable {
    /// Forgets the keys of the object at a path: they were looked at, but do not name properties.
    func forgetKeys(at path: [any CodingKey])
}
