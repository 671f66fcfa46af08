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
    /// The conditions of each change of each setting, and then of each change for recorded releases.
    private let ranges: [[Range<Int>]]
    /// The condition of the selection.
    private let selection: Int

    init(of difference: DocumentDifference, among selected: UserSelection) throws(CaseSpace.Failure) {
        settings = difference.settings
        var texts: [String] = []
        var ranges: [[Range<Int>]] = []
        for setting in difference.settings {
            let changes = setting.changes.map { change in
                [Case(versions: change.versions, terms: change.users, decision: .yes)]
            }
            let ofReleases = (setting.readers?.changes ?? []).map { change in
                let users = change.users.isEmpty ? [Case(versions: .all, terms: [], decision: .yes)] : change.users
                return users.map { Case(versions: change.versions, terms: $0.terms, decision: .yes) }
            }
            ranges.append(
                (changes + ofReleases).map { cases in
                    let start = texts.count
                    for item in cases {
                        texts += difference.space.conditions(of: item).map(\.entryMembers)
                    }
                    return start..<texts.count
                })
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
        var readers = setting.readers
        if let all = readers {
            var ofReleases: [ReaderChange] = []
            for (change, range) in zip(all.changes, ranges[position].dropFirst(setting.changes.count)) {
                let found = try self.users(in: range)
                let cases = try space.cases(of: found).filter { $0.decision == .yes }
                guard !cases.isEmpty else { continue }
                users.append(found)
                ofReleases.append(change.with(users: cases))
            }
            readers = SettingDifference.Readers(reading: all.reading, changes: ofReleases)
        }
        guard !changes.isEmpty || readers.map({ !$0.changes.isEmpty }) ?? false else { return nil }
        let difference = SettingDifference(
            name: setting.name, oldSetting: setting.oldSetting, newSetting: setting.newSetting, changes: changes,
            largestShare: space.largestShare(of: try space.any(users[...])))
        return readers.map { difference.with($0, affecting: .zero) } ?? difference
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
