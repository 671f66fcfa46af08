import FlagResolver

extension DocumentDifference {
    /// The changes for some users. Settings whose values change for nobody among them count as unchanged.
    ///
    /// The result has its own case space, to which the users of its changes belong.
    package func among(_ selection: UserSelection) throws(CaseSpace.Failure) -> DocumentDifference {
        let selected = try SelectedChanges(of: self, among: selection)
        var differences: [SettingDifference] = []
        var unchanged = unchangedSettings
        for position in settings.indices {
            if let difference = try selected.difference(at: position) {
                differences.append(difference)
            } else if let index = settings[position].newSetting {
                unchanged.append(index)
            }
        }
        return with(selected.space, differences, unchanged: new.sortedByName(unchanged))
    }
}

/// The changes of a difference and a selection, as conditions in one case space.
private struct SelectedChanges {
    private let settings: [SettingDifference]
    private let conditions: UserConditions
    let space: CaseSpace
    /// The conditions of each change of each setting.
    private let ranges: [[Range<Int>]]
    /// The condition of the selection.
    private let selection: Int

    init(of difference: DocumentDifference, among selected: UserSelection) throws(CaseSpace.Failure) {
        settings = difference.settings
        var texts: [String] = []
        var ranges: [[Range<Int>]] = []
        for setting in difference.settings {
            ranges.append([])
            for change in setting.changes {
                let item = Case(versions: change.versions, terms: change.users, decision: .yes)
                let start = texts.count
                for conditions in difference.space.conditions(of: item) { texts.append(conditions.entryMembers) }
                ranges[ranges.count - 1].append(start..<texts.count)
            }
        }
        self.ranges = ranges
        selection = texts.count
        texts.append(selected.members)
        do throws(DocumentError) {
            conditions = try UserConditions(texts)
        } catch {
            throw .unreadable(reason: error.message)
        }
        space = conditions.space
    }

    /// The difference of a setting for the selected users; `nil` if there is none.
    func difference(at position: Int) throws(CaseSpace.Failure) -> SettingDifference? {
        let setting = settings[position]
        var changes: [ValueChange] = []
        var users: [CaseMap] = []
        for (change, range) in zip(setting.changes, ranges[position]) {
            let found = try self.users(in: range)
            users.append(found)
            for item in try space.cases(of: found) where item.decision == .yes {
                changes.append(change.with(item.versions, users: item.terms))
            }
        }
        guard !changes.isEmpty else { return nil }
        return SettingDifference(
            name: setting.name, oldSetting: setting.oldSetting, newSetting: setting.newSetting, changes: changes,
            largestShare: space.largestShare(of: try space.any(users[...])))
    }

    /// The selected users who satisfy one of some conditions.
    private func users(in range: Range<Int>) throws(CaseSpace.Failure) -> CaseMap {
        var users: [CaseMap] = []
        for index in range { users.append(try conditions.users(at: index, in: space)) }
        let any = try space.any(users[...])
        return try space.all([any, conditions.users(at: selection, in: space)])
    }
}

extension CaseConditions {
    /// The start of an entry with these conditions, to which further members can be added.
    fileprivate var entryMembers: String {
        json == "{}" ? "{\"appVersion\":\"*\"," : "\(json.dropLast()),"
    }
}
