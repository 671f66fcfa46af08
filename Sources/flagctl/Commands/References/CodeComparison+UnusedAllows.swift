import FlagAnalysis
import FlagResolver

extension CodeComparison {
    /// Findings about members of `"$allow"` that allow unread settings where the code reads all of them.
    ///
    /// - Parameter rules: The rules to look for, with the severities of their findings.
    func unusedAllows(_ rules: [RuleCode: Severity]) -> [Diagnostic] {
        guard rules[.unreadSetting] != nil, let severity = rules[.unusedAllow], hasDocuments else { return [] }
        let unread = Set(settings.lazy.filter { $0.isUnread }.map(\.name))
        let check = DocumentCheck(rules: [UnusedAllowRule()], severities: [.unusedAllow: severity])
        return documents.flatMap { document in
            let unused = Self.unused(in: document) { unread.contains($0) }
            let result = check.result(for: CheckedDocument(document.settings), unused: unused)
            let file = CheckedFile(document.name, document.settings, result)
            return file.findings.map { file.diagnostic(of: $0) }
        }
    }

    private static func unused(in document: LoadedDocument, isUnread: (String) -> Bool) -> [Suppression] {
        let code = RuleCode.unreadSetting.rawValue
        let suppressions = Suppressions(of: document.settings)
        guard suppressions.names(code) else { return [] }
        let used = document.settings.indices.filter { isUnread(document.settings.name(of: $0)) }
            .map { suppressions.position(of: code, coveringNode: Int(document.loaded[$0].key)) }
        return suppressions.all.indices.filter { suppressions.all[$0].code == code && !used.contains($0) }
            .map { suppressions.all[$0] }
    }
}
