import FlagResolver

extension RuleCode {
    package static let settingLikeGroup = RuleCode(rawValue: "setting-like-group")
}

/// A group that was most likely meant as a setting or as an entry.
struct SettingLikeGroupRule: Rule {
    let code = RuleCode.settingLikeGroup
    let severity = Severity.warning
    let meaning =
        "The members of a group are those of a setting or of an entry under the same or similar names, but without \"defaultValue\" "
        + "and \"valuesByVersion\" each of them is read as a setting of its own; or a list of settings is the value of one setting."
    let advice =
        "Write the value of a setting as \"defaultValue\", and its entries in \"valuesByVersion\"; allow the finding if a group is "
        + "meant."

    let bad: RuleExamples = [
        RuleExample(#"{ "payments": { "type": "boolean", «"default"»: false } }"#),
        RuleExample(#"{ "payments": { «"appVersion"»: ">=1.4.0", "value": true } }"#),
        RuleExample(#"{ «"settings"»: [{ "name": "payments", "defaultValue": false }] }"#),
    ]

    let good: RuleExamples = [
        RuleExample(#"{ "hosts": [{ "name": "a", "port": 80 }] }"#),
        RuleExample(#"{ "payments": { "type": "boolean", "defaultValue": false } }"#),
        RuleExample(#"{ "paywall": { "type": "soft", "value": 4.99, "default": "monthly" } }"#),
        RuleExample(#"{ "window": { "from": "left", "name": "main" }, "app": { "version": "2.1.0" } }"#),
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        var groups = OpenGroups(of: tree)
        var checked: Set<Int> = []
        for index in document.settings.indices {
            let record = document.loaded[index]
            guard record.node == record.defaultValue else { continue }
            if checkList(record, index, in: document, &report) { continue }
            guard let group: Int = groups.containing(Int(record.key)).last, checked.insert(group).inserted,
                let meant = MeantSetting(group: group, in: tree)
            else { continue }
            let isDocument = group == 0
            let name = isDocument ? "" : String(decoding: groupName(of: index, in: document), as: UTF8.self)
            let subject = isDocument ? "the document" : quoted(name)
            report.add(
                "\(subject) looks like \(meant.isEntry ? "an entry" : "a setting"), but is read as a group of "
                    + (meant.count == 1 ? "1 setting" : "\(meant.count) settings"),
                by: self, at: document.span(of: meant.key), about: isDocument ? .document : .group(name),
                namesSubject: true, meant: isDocument ? nil : meant.correction,
                help: meant.isEntry
                    ? "put it into a list: { \"defaultValue\": …, \"valuesByVersion\": [{ \"appVersion\": …, \"value\": … }] }"
                    : "put it into a member that has the name of the setting, with \"defaultValue\" as the name of its value"
            )
        }
    }

    /// A list of settings, as other systems have it, is the value of one setting.
    ///
    /// - Returns: Whether it is one.
    private func checkList(
        _ record: SettingRecord, _ index: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) -> Bool {
        let (tree, list) = (document.tree, Int(record.node))
        guard tree.kind(of: list) == .array, let first = tree.elements(of: list).first(where: { _ in true }),
            tree.kind(of: first) == .object,
            ["defaultValue", "valuesByVersion"].contains(where: { tree.member(named: $0, of: first) != nil })
        else { return false }
        let named = ["name", "key", "id"].lazy.compactMap { tree.member(named: $0, of: first) }.compactMap {
            tree.string(at: $0)
        }
        report.add(
            "\(quoted(document.settings.name(of: index))) is read as one setting, whose value is the list; its objects look like settings",
            by: self, at: document.span(of: Int(record.key)), about: .setting(index), namesSubject: true,
            help:
                "write each of them under its name: { \(quoted(named.first ?? "NAME")): { \"defaultValue\": …, \"valuesByVersion\": […] } }"
        )
        return true
    }

    private func groupName(of setting: SettingIndex, in document: CheckedDocument) -> ArraySlice<UInt8> {
        let name = document.loaded.names[setting]
        return name.dropLast((document.tree.stringBytes(at: Int(document.loaded[setting].key))?.count ?? 0) + 1)
    }
}

/// What a group of constants was most likely meant to be.
private struct MeantSetting {
    /// Whether it was meant as an entry, and not as a setting.
    let isEntry: Bool
    /// The key that gives it away.
    let key: Int
    /// The name that the key should have; `nil` if a new name is not enough.
    let correction: String?
    /// The number of members.
    let count: Int

    /// - Returns: `nil` unless all members are those of a setting or an entry, or have similar names.
    init?(group: Int, in tree: JSONTree) {
        var members: [MemberName: (key: Int, value: Int)] = [:]
        var count = 0
        for (key, value) in tree.members(of: group) where !tree.isMetadata(key: key) {
            // An object is a group of its own; no setting has so many members.
            guard count < MemberName.allCases.count, let name = MemberName(of: tree.string(at: key) ?? ""),
                tree.kind(of: value) != .object, members.updateValue((key, value), forKey: name) == nil
            else { return nil }
            count += 1
        }
        self.count = count
        if let type = members[.type] {
            guard let text = tree.string(at: type.value), DeclaredType.nearest(to: text) != nil else { return nil }
        }
        let names = Set(members.keys)
        if let version = members[.appVersion], members[.value] != nil || members[.defaultValue] != nil,
            names.isSubset(of: MemberName.ofEntries), Self.isRequirement(version.value, in: tree)
        {
            (isEntry, key, correction) = (true, version.key, nil)
        } else if let value = members[.defaultValue] ?? (members[.type] == nil ? nil : members[.value]),
            names.subtracting([.value]).isSubset(of: MemberName.ofSettings)
        {
            (isEntry, key, correction) = (false, value.key, "defaultValue")
        } else {
            return nil
        }
        // `unknown-member` reports near misses.
        guard !tree.isString(at: key, equalTo: "defaultValue"),
            Spelling.nearest(to: tree.string(at: key) ?? "", in: ["defaultValue", "valuesByVersion"]) == nil
        else { return nil }
    }

    private static func isRequirement(_ node: Int, in tree: JSONTree) -> Bool {
        tree.oneOrMore(node).allSatisfy { tree.stringBytes(at: $0).flatMap { RequirementText($0) } != nil }
    }
}

/// A member of settings or entries, also under the names that other systems have for it.
private enum MemberName: String, CaseIterable {
    case defaultValue
    case valuesByVersion
    case type
    case `enum`
    case minimum
    case maximum
    case elementType
    case expires
    case description
    case owner
    case appVersion
    case value
    case name
    case from
    case until
    case requires

    static let ofSettings: Set<Self> = [
        .defaultValue, .valuesByVersion, .type, .enum, .minimum, .maximum, .elementType, .expires, .description, .owner,
    ]
    static let ofEntries: Set<Self> = [
        .appVersion, .value, .defaultValue, .name, .from, .until, .requires, .description,
    ]

    init?(of name: String) {
        let names = Self.allCases.map(\.rawValue)
        guard
            let member = Self(rawValue: name)
                ?? MemberAlias.nearest(to: name, in: names).flatMap({ Self(rawValue: $0) })
        else { return nil }
        self = member
    }
}
