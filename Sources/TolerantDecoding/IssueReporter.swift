/// Reports what is tolerated while backend JSON is decoded: to the collector, or as an error in strict mode.
struct IssueReporter {
    private let userInfo: [CodingUserInfoKey: Any]

    init(_ userInfo: [CodingUserInfoKey: Any]) {
        self.userInfo = userInfo
    }

    var isStrict: Bool {
        userInfo[.strictSettings] as? Bool ?? false
    }

    /// Reports a problem.
    ///
    /// - Parameter text: The path in words, if it is not to be made of the keys now.
    /// - Throws: The problem as a `DecodingError`, in strict mode.
    func report(_ problem: SettingProblem, at path: [any CodingKey], spelled text: String? = nil) throws {
        guard !isStrict else { throw problem.decodingError(at: path) }
        guard let collector = userInfo[.settingIssues] as? SettingIssueCollector else { return }
        collector.collect(SettingIssue(problem, path: text ?? CodingPath.text(path)))
    }
}
