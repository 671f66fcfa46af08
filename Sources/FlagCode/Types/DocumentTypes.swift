package import FlagResolver

/// The settings and attributes of a document, with their Swift names and types.
package struct DocumentTypes: Sendable {
    /// The settings in document order.
    package let settings: [TypedSetting]

    /// The attributes in document order.
    package let attributes: [TypedAttribute]

    /// Why no correct code can be generated, in document order; empty if it can.
    package let problems: [CodeProblem]

    /// - Complexity: O(*n*) in the size of the document.
    package init(of document: SettingsDocument) {
        let names = SwiftNames(of: document)
        var problems = names.problems
        var troubled: Set<SettingIndex> = []
        for issue in document.issues {
            guard let problem = CodeProblem(issue, of: document) else { continue }
            problems.append(problem)
            if let setting = issue.settingIndex { troubled.insert(setting) }
        }
        for setting in document.indices {
            problems += document.unknownMembers(of: setting).map { .unknownMember($0, of: setting, in: document) }
        }
        var taken: [[SwiftIdentifier]: Set<SwiftIdentifier>] = [:]
        for name in names.settings {
            for (depth, group) in name.groups.enumerated() {
                taken[Array(name.groups.prefix(depth)), default: []].insert(group)
            }
        }
        var settings: [TypedSetting] = []
        for name in names.settings {
            do throws(CodeProblem) {
                settings.append(try TypedSetting(name, in: document, &taken[name.groups, default: []]))
            } catch {
                // The issue of a setting is often the reason why its values have no type.
                if !troubled.contains(name.setting) { problems.append(error) }
            }
        }
        self.settings = settings
        attributes = TypedAttribute.attributes(of: document, problems: &problems)
        self.problems = CodeProblem.sorted(problems)
    }
}

extension CodeProblem {
    /// A member that a setting ignores: with `valuesByVersions`, it would have its default everywhere.
    fileprivate static func unknownMember(
        _ key: Int, of setting: SettingIndex, in document: SettingsDocument
    ) -> CodeProblem {
        let name = document.tree.string(at: key) ?? ""
        let meant = Spelling.nearest(to: name, in: SettingsDocument.settingMembers)
        return CodeProblem(
            "\(SettingProblem.quoted(document.name(of: setting))) has the unknown member \(SettingProblem.quoted(name)), which is ignored",
            code: "unknown-member",
            help: meant.map { Spelling.didYouMean(SettingProblem.quoted($0)) }
                ?? "correct its name, or begin it with \"$\" if it is a remark",
            span: document.tree.nodes[key].span)
    }

    /// An issue of a setting or entry; `nil` if code can be correct in spite of it.
    ///
    /// Integers and numbers with a fraction have the type Double in common.
    fileprivate init?(_ issue: SettingIssue, of document: SettingsDocument) {
        if case .wrongType = issue.problem, let setting = issue.settingIndex,
            document.loaded[setting].declaredType == .none,
            document.valueNodes(of: setting).contains(where: {
                document.tree.nodes[$0].span == issue.span && document.tree.kind(of: $0) == .number
            }), document.loaded[setting].defaultKind == .number
        {
            return nil
        }
        let name = issue.settingIndex.map { document.name(of: $0) } ?? issue.path
        self.init(
            "in \(SettingProblem.quoted(name)): \(issue.message)", code: issue.code.rawValue,
            help: "\"flagctl check\" explains what to do", span: issue.span ?? 0..<0,
            related: issue.relatedSpan.map { RelatedLocation(span: $0, note: "the other one is here") })
    }
}
