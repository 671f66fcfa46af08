package import FlagResolver

/// All differences between the values of two documents, for every version.
///
/// 1. Settings are compared by their values along the whole version line, so documents with the same meaning have no
///    differences, even if their texts differ.
/// 2. For every version, a change has exactly the values that resolution gives in the old and in the new document.
/// 3. A setting that has no value in one of the documents, because its default is missing or has the wrong type, is not
///    compared.
package struct DocumentDifference {
    package let old: SettingsDocument
    package let new: SettingsDocument

    /// The case space to which the users of changes belong.
    package private(set) var space: CaseSpace

    /// The settings that cannot be compared for everybody, and why.
    package private(set) var failures: [(name: String, failure: CaseSpace.Failure)] = []

    /// The settings whose texts differ, and that have no value in one of the documents.
    package private(set) var uncompared: [String] = []

    /// The settings that differ, sorted by the bytes of their names; in document order for ``inDocumentOrder``.
    package private(set) var settings: [SettingDifference] = []

    /// The compared settings that have the same value for every version, as settings of the new document.
    private(set) var unchangedSettings: [SettingIndex] = []

    /// The names of the compared settings that have the same value for every version, in the same order.
    package var unchanged: [String] { unchangedSettings.map { new.name(of: $0) } }

    /// Compares two documents.
    ///
    /// - Parameter names: The only settings to compare; `nil` for all.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements. Settings with identical texts take
    ///   time linear in their text.
    package init(
        from old: SettingsDocument, to new: SettingsDocument, names: Set<ExactText>? = nil
    ) {
        self.old = old
        self.new = new
        let axes = CaseAxes(old, new)
        space = CaseSpace(axes)
        let pairs = SettingPair.all(in: old, new).filter { pair in
            names?.contains(ExactText(pair.name(in: old, new))) ?? true
        }
        let parts = pairs.concurrentMap(partsOfAtLeast: ConcurrentParts.leastSettingCount) {
            Part(comparing: $0, of: old, new, axes)
        }
        failures = parts.flatMap(\.failures)
        uncompared = parts.flatMap(\.uncompared)
        settings = parts.flatMap(\.settings)
        unchangedSettings = parts.flatMap(\.unchanged)
        if !failures.isEmpty, old.tree.isEqual(0, to: new.tree, 0) {
            // Equal JSON has equal values, however complex the conditions are.
            failures = []
            unchangedSettings = pairs.compactMap(\.new).filter { !new.loaded[$0].isUnresolvable }
        }
        findRenames()
    }

    /// Adds what changes for recorded releases, as their code reads the settings.
    ///
    /// A setting that has the same values in both documents as they are written differs, too, if a release gets another
    /// value.
    ///
    /// - Parameter floor: Releases below it are not looked at; `nil` for all releases.
    package mutating func add(_ readers: DocumentReaders, from floor: AppVersion? = nil) {
        let changes = ReaderChanges(from: old, to: new, readers, from: floor, in: space)
        func noticed(of name: String) throws(CaseSpace.Failure) -> SettingDifference.Readers {
            SettingDifference.Readers(reading: changes.releases(reading: name), changes: try changes.changes(of: name))
        }
        for index in settings.indices {
            do throws(CaseSpace.Failure) {
                let readers = try noticed(of: settings[index].name)
                settings[index] = settings[index].with(readers, affecting: try share(of: readers.ownChanges))
            } catch {
                failures.append((settings[index].name, error))
            }
        }
        var texts = SettingTexts(old, new)
        var unnoticed: [SettingIndex] = []
        var added: [SettingDifference] = []
        for setting in unchangedSettings {
            let oldSetting = old.loaded.names.index(namedAs: setting, of: new.loaded.names)
            guard !texts.areIdentical(oldSetting, setting) else {
                unnoticed.append(setting)
                continue
            }
            let name = new.name(of: setting)
            do throws(CaseSpace.Failure) {
                let readers = try noticed(of: name)
                guard !readers.changes.isEmpty else {
                    unnoticed.append(setting)
                    continue
                }
                let difference = SettingDifference(
                    name: name, oldSetting: oldSetting, newSetting: setting, changes: [], largestShare: .zero)
                added.append(difference.with(readers, affecting: try share(of: readers.changes)))
            } catch {
                failures.append((name, error))
            }
        }
        guard !added.isEmpty || unnoticed.count < unchangedSettings.count else { return }
        unchangedSettings = unnoticed
        settings = (settings + added).sorted { NaturalOrder.precedes($0.name, $1.name) }
    }

    /// The largest share of users whose value changes for a release.
    private func share(of changes: [ReaderChange]) throws(CaseSpace.Failure) -> ExactDecimal {
        guard !changes.contains(where: \.users.isEmpty) else { return .one }
        let users = changes.flatMap(\.users).map { space.map(of: $0) }
        return users.isEmpty ? .zero : space.largestShare(of: try space.any(users[...]))
    }

    /// Finds the removed settings that were most likely renamed.
    private mutating func findRenames() {
        guard settings.contains(where: \.isAdded), settings.contains(where: \.isRemoved) else { return }
        var added: [[UInt8]: [Int]] = [:]
        var removed: [[UInt8]: [Int]] = [:]
        for (position, setting) in settings.enumerated() {
            if setting.isAdded, let index = setting.newSetting {
                added[new.tree.canonicalText(of: Int(new.loaded[index].node)), default: []].append(position)
            } else if setting.isRemoved, let index = setting.oldSetting {
                removed[old.tree.canonicalText(of: Int(old.loaded[index].node)), default: []].append(position)
            }
        }
        // Many settings are as simple as a Boolean with a default.
        for (text, positions) in removed where text.count >= Self.leastLengthOfRenamed {
            guard positions.count == 1, let from = positions.first, let others = added[text], others.count == 1,
                let to = others.first
            else { continue }
            settings[from].otherName = settings[to].name
            settings[to].otherName = settings[from].name
        }
    }

    private static let leastLengthOfRenamed = 40

    /// What the comparison of some settings finds.
    private struct Part: Sendable {
        var failures: [(name: String, failure: CaseSpace.Failure)] = []
        var uncompared: [String] = []
        var settings: [SettingDifference] = []
        var unchanged: [SettingIndex] = []

        init(
            comparing pairs: ArraySlice<SettingPair>, of old: SettingsDocument, _ new: SettingsDocument,
            _ axes: CaseAxes
        ) {
            var comparison = SettingComparison(in: CaseSpace(axes))
            var texts = SettingTexts(old, new)
            for pair in pairs {
                if !texts.areIdentical(pair.old, pair.new) {
                    let found: (changes: [ValueChange], largestShare: ExactDecimal)?
                    do throws(CaseSpace.Failure) {
                        found = try comparison.changes(fromOld: pair.old, toNew: pair.new)
                    } catch {
                        if pair.isEqual(in: old, new) {
                            found = ([], .zero)
                        } else {
                            failures.append((pair.name(in: old, new), error))
                            continue
                        }
                    }
                    guard let (changes, largestShare) = found else {
                        uncompared.append(pair.name(in: old, new))
                        continue
                    }
                    if !changes.isEmpty {
                        settings.append(
                            SettingDifference(
                                name: pair.name(in: old, new), oldSetting: pair.old, newSetting: pair.new,
                                changes: changes, largestShare: largestShare)
                        )
                        continue
                    }
                }
                // A setting that only one of the documents has differs, so this one is in both.
                if let setting = pair.new { unchanged.append(setting) }
            }
        }
    }

    /// The same documents with other differences, whose users belong to another case space.
    func with(
        _ space: CaseSpace, _ settings: [SettingDifference], unchanged: [SettingIndex]
    ) -> DocumentDifference {
        var difference = self
        difference.space = space
        difference.settings = settings
        difference.unchangedSettings = unchanged
        return difference
    }

    /// The same difference with the settings in the order of the new document, followed by the removed settings.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package var inDocumentOrder: DocumentDifference {
        var ordered = self
        ordered.settings.sort {
            let end = new.indices.upperBound
            return ($0.newSetting ?? end, $0.oldSetting ?? end) < ($1.newSetting ?? end, $1.oldSetting ?? end)
        }
        ordered.unchangedSettings.sort()
        return ordered
    }
}

/// The settings of two documents that have the same name.
private struct SettingPair {
    /// `nil` if the document does not have the setting.
    let old: SettingIndex?
    let new: SettingIndex?

    /// Whether both have equal JSON and no prerequisites, and therefore the same values.
    func isEqual(in oldDocument: SettingsDocument, _ newDocument: SettingsDocument) -> Bool {
        guard let old, let new, oldDocument.loaded.prerequisites(of: old).isEmpty,
            newDocument.loaded.prerequisites(of: new).isEmpty
        else { return false }
        let (oldRecord, newRecord) = (oldDocument.loaded[old], newDocument.loaded[new])
        return !oldRecord.isUnresolvable && !newRecord.isUnresolvable
            && oldDocument.tree.isEqual(Int(oldRecord.node), to: newDocument.tree, Int(newRecord.node))
    }

    func name(in oldDocument: SettingsDocument, _ newDocument: SettingsDocument) -> String {
        new.map { newDocument.name(of: $0) } ?? old.map { oldDocument.name(of: $0) } ?? ""
    }

    /// The settings of both documents, each once, sorted by the bytes of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    static func all(in old: SettingsDocument, _ new: SettingsDocument) -> [SettingPair] {
        let (oldNames, newNames) = (old.loaded.names, new.loaded.names)
        var isKept = [Bool](repeating: false, count: old.indices.count)
        var pairs: [SettingPair] = []
        pairs.reserveCapacity(new.indices.count)
        for setting in new.sortedByName(Array(new.indices)) {
            let oldSetting = oldNames.index(namedAs: setting, of: newNames)
            if let oldSetting { isKept[oldSetting.position] = true }
            pairs.append(SettingPair(old: oldSetting, new: setting))
        }
        var removed = old.sortedByName(old.indices.filter { !isKept[$0.position] })[...]
        guard !removed.isEmpty else { return pairs }
        var merged: [SettingPair] = []
        merged.reserveCapacity(pairs.count + removed.count)
        for pair in pairs {
            while let setting = removed.first, let next = pair.new,
                NaturalOrder.precedes(oldNames[setting], newNames[next])
            {
                merged.append(SettingPair(old: setting, new: nil))
                removed.removeFirst()
            }
            merged.append(pair)
        }
        return merged + removed.map { SettingPair(old: $0, new: nil) }
    }
}
