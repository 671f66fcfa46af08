import FlagResolver

extension RuleCode {
    package static let unknownMember = RuleCode(rawValue: "unknown-member")
}

/// A misspelt member of a setting or an entry.
struct UnknownMemberRule: Rule {
    let code = RuleCode.unknownMember
    let severity = Severity.error
    let meaning =
        "A setting or an entry has a member that the format does not know, most likely a misspelt one: a setting ignores "
        + "it, and an entry that has one never wins."
    let advice =
        "Correct the name of the member; put remarks into \"description\", or into a member that starts with \"$\"."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", «"vlaue"»: true }"#),
        RuleExample(
            #"""
            {
              "payments": { "defaultValue": false, «"valuesByVersions"»: [] },
              "checkout": { «"defualtValue"»: "legacy" }
            }
            """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", «"country"»: "DE", "value": true }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "owner": "shop",
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true, "$ticket": "SHOP-42" }
                ]
              }
            }
            """#)
    ]

    private static let entryMembers = [
        "appVersion", "value", "defaultValue", "description", "name", "when", "rollout", "from", "until", "requires",
    ]

    private static let helpOnSettings =
        "a setting has \(SettingsDocument.settingMembers.map { "\"\($0)\"" }.joined(separator: ", ")), "
        + "and members that start with \"$\""
    private static let helpOnEntries =
        "an entry has \"appVersion\", \"when\", \"rollout\", \"from\", \"until\", \"requires\", \"value\", \"name\", "
        + "\"description\", and members that start with \"$\""

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let settings = document.settings
        // The loader reports only the first such member of an entry; this rule reports all of them.
        let hasUnknownConditions = settings.issues.contains { $0.code == .unknownCondition }
        var groups = OpenGroups(of: document.tree)
        for index in settings.indices {
            let record = document.loaded[index]
            if record.node == record.defaultValue {
                checkConstant(record, index, in: document, &groups, &report)
            } else {
                checkMembers(of: record, index, in: document, &report)
                if hasUnknownConditions { checkEntries(of: Int(record.node), index, in: document, &report) }
            }
        }
    }

    private func checkMembers(
        of record: SettingRecord, _ index: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        let setting = Int(record.node)
        // Few settings have unknown members; the others need no list.
        guard tree.members(of: setting).contains(where: { !document.settings.isKnownInSetting($0.key) }) else { return }
        let unknown = document.settings.unknownMembers(of: index)
        let free = SettingsDocument.settingMembers.filter { tree.member(named: $0, of: setting) == nil }
        add(unknown, of: setting, isEntry: false, suggestedFrom: free, about: index, in: document, &report)
    }

    /// Adds a finding for each unknown member of an object, up to a limit, and one for the others.
    private func add(
        _ unknown: [Int], of object: Int, isEntry: Bool, suggestedFrom free: [String], about index: SettingIndex,
        in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        var renaming = MemberRenaming(of: object, in: tree)
        let listed = unknown.prefix(Self.maximumListedCount)
        // An object with more unknown members than that was not meant as a setting or an entry.
        let hasMore = listed.count < unknown.count
        if !hasMore {
            for key in listed { renaming.add(key, MemberAlias.nearest(to: tree.string(at: key) ?? "", in: free)) }
        }
        let proves = !hasMore && (isEntry ? renaming.makesEntry : renaming.makesSetting)
        for key in listed {
            let suggestion = proves ? renaming.name(for: key) : nil
            let rollout = isEntry ? rollout(for: key, in: object, of: index, document) : nil
            let name = quoted(tree.string(at: key) ?? "")
            let span = document.span(of: key)
            report.add(
                isEntry
                    ? "the entry has the unknown member \(name), so it never wins"
                    : "\(quoted(document.settings.name(of: index))) has the unknown member \(name), which is ignored",
                by: self, at: span, about: .setting(index), namesSubject: !isEntry,
                note: ForeignLetter.first(in: tree.string(at: key) ?? "").map { "the letter \($0.description)" },
                meant: suggestion,
                help: rollout.map { "write \"rollout\": \($0)" }
                    ?? place(of: tree.string(at: key) ?? "", isEntry: isEntry)
                    ?? (isEntry ? Self.helpOnEntries : Self.helpOnSettings),
                fix: rollout.map {
                    .replacement(
                        TextEdit(
                            span.lowerBound..<tree.nodes[key + 1].span.upperBound, replacement: "\"rollout\": \($0)"))
                })
        }
        if hasMore {
            let count = unknown.count - listed.count
            report.add(
                count == 1 ? "there is 1 more unknown member" : "there are \(count) more unknown members", by: self,
                at: document.span(of: unknown[listed.count]), about: .setting(index), namesSubject: true,
                help: "is this a setting at all? Its members look like data of another kind")
        }
    }

    /// The rollout that a percentage in an entry was meant as; `nil` if the entry has one, or a salt.
    private func rollout(
        for key: Int, in entry: Int, of setting: SettingIndex, _ document: CheckedDocument
    ) -> String? {
        let tree = document.tree
        guard tree.isString(at: key, equalTo: "percent") || tree.isString(at: key, equalTo: "percentage"),
            tree.member(named: "rollout" as StaticString, of: entry) == nil,
            tree.member(named: "salt" as StaticString, of: entry) == nil
        else { return nil }
        return RolloutText(percentage: key + 1, of: setting, in: document)?.text
    }

    /// Where a member belongs that stands in the wrong object.
    private func place(of name: String, isEntry: Bool) -> String? {
        // Comparing a text with many combining marks takes quadratic time.
        guard name.utf8.count <= 16 else { return nil }
        switch name {
        case "appVersion" where !isEntry, "value" where !isEntry, "when" where !isEntry, "rollout" where !isEntry,
            "from" where !isEntry, "until" where !isEntry, "requires" where !isEntry:
            return "\(quoted(name)) belongs to an entry: \"valuesByVersion\": [{ \"appVersion\": …, \"value\": … }]"
        case "percent", "percentage", "salt":
            return isEntry ? "\(quoted(name)) belongs to \"rollout\": { \"percent\": 25, \"salt\": … }" : nil
        default: return nil
        }
    }

    private static let maximumListedCount = 100

    private func checkEntries(
        of setting: Int, _ index: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        guard let list = tree.member(named: "valuesByVersion" as StaticString, of: setting) else { return }
        for entry in tree.elements(of: list) {
            let unknown = tree.members(of: entry).map(\.key).filter { key in
                !tree.isMetadata(key: key)
                    && !Self.entryMembers.contains { tree.isString(at: key, equalTo: Array($0.utf8)) }
            }
            guard !unknown.isEmpty else { continue }
            var free = Self.entryMembers.filter { tree.member(named: $0, of: entry) == nil }
            // An entry has its value under one of two names.
            if free.contains("value") != free.contains("defaultValue") {
                free.removeAll { $0 == "value" || $0 == "defaultValue" }
            }
            add(unknown, of: entry, isEntry: true, suggestedFrom: free, about: index, in: document, &report)
        }
    }

    /// A misspelt member can turn a setting into a group, and the member into a setting of its own.
    private func checkConstant(
        _ record: SettingRecord, _ index: SettingIndex, in document: CheckedDocument, _ groups: inout OpenGroups,
        _ report: inout RuleReport
    ) {
        let tree = document.tree
        let key = Int(record.key)
        let length = tree.plainContentRange(at: key)?.count ?? tree.stringBytes(at: key)?.count ?? 0
        let isInGroup = document.settings.nameBytes(of: index).count > length
        if isInGroup {
            // The lengths of near misses of "defaultValue" and "valuesByVersion"; they rule out most keys.
            guard (10...17).contains(length) else { return }
            let name = tree.string(at: key) ?? ""
            guard Self.nearestOfSetting(name) != nil else { return }
            let enclosing: [Int] = groups.containing(key)
            let suggestion = enclosing.last.flatMap { group in
                self.suggestion(for: key, ofGroup: group, in: document.settings)
            }
            report.add(
                "\(quoted(name)) is not a member of settings, so it is read as a setting of its own, "
                    + quoted(document.settings.name(of: index)),
                by: self, at: document.span(of: key), about: .setting(index), namesSubject: true,
                meant: suggestion, help: "put it into an object of its own, or rename it")
        } else if tree.isString(at: key, equalTo: "defaultValue") || tree.isString(at: key, equalTo: "valuesByVersion")
        {
            report.add(
                "\(quoted(tree.string(at: key) ?? "")) at the top level is read as a setting with that name: a "
                    + "document is not a setting",
                by: self, at: document.span(of: key), about: .setting(index), namesSubject: true,
                help: "put it into a member that has the name of the setting")
        }
    }

    private static func nearestOfSetting(_ name: String) -> String? {
        Spelling.nearest(to: name, in: ["defaultValue", "valuesByVersion"])
    }

    /// A name for a member that makes its group a single setting; `nil` if other settings would be lost.
    private func suggestion(for key: Int, ofGroup group: Int, in settings: SettingsDocument) -> String? {
        let tree = settings.tree
        var renaming = MemberRenaming(of: group, in: tree)
        for (position, (member, _)) in tree.members(of: group).enumerated() {
            // No setting has this many members, and each of them may start this search.
            guard position < Self.maximumMemberCount else { return nil }
            guard !settings.isKnownInSetting(member) else { continue }
            guard let name = Self.nearestOfSetting(tree.string(at: member) ?? "") else { return nil }
            renaming.add(member, name)
        }
        return renaming.makesSetting ? renaming.name(for: key) : nil
    }

    private static let maximumMemberCount = 32
}
