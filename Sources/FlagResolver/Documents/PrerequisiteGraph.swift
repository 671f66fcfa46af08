/// Which settings require which, through the entries of a document.
///
/// Settings that require each other in a cycle are found with Tarjan's algorithm for strongly connected components, with
/// its stack on the heap.
package struct PrerequisiteGraph {
    /// The settings that each setting requires.
    private let requirements: [[SettingIndex]]

    /// The component of each setting. Two settings have the same one if each can be reached from the other.
    private let components: [Int]

    /// The graph of all entries, including those that are malformed for another reason.
    ///
    /// They count, so that a reader that knows more conditions does not find more cycles.
    init(_ loaded: LoadedSettings, _ tree: JSONTree) {
        requirements = loaded.settings.map { setting in
            guard setting.listsEntries else { return [] }
            return tree.member(named: "valuesByVersion" as StaticString, of: Int(setting.node)).map { list in
                tree.elements(of: list).flatMap { Self.requirements(ofEntry: $0, loaded, tree) }
            } ?? []
        }
        components = Self.components(of: requirements)
    }

    private static func requirements(
        ofEntry entry: Int, _ loaded: LoadedSettings, _ tree: JSONTree
    ) -> [SettingIndex] {
        guard let node = tree.member(named: "requires" as StaticString, of: entry),
            let names = try? tree.nodes.withSpan({ (nodes) throws(ConditionReader.Failure) in
                try ConditionReader(tree: tree).prerequisites(at: node, nodes)
            })
        else { return [] }
        return names.compactMap { tree.string(at: $0).flatMap { loaded.names.index(named: $0) } }
    }

    /// Whether one setting can be reached from another that it requires.
    func isCircular(from setting: SettingIndex, to required: SettingIndex) -> Bool {
        components[setting.position] == components[required.position]
    }

    /// The component of each setting, by the settings that each requires.
    ///
    /// - Complexity: Linear in the requirements.
    package static func components(of requirements: [[SettingIndex]]) -> [Int] {
        var search = ComponentSearch(requirements: requirements)
        for setting in requirements.indices { search.visit(SettingIndex(setting)) }
        return search.components
    }
}

/// One search for components, depth first.
private struct ComponentSearch {
    let requirements: [[SettingIndex]]
    private(set) var components: [Int]

    /// The order in which settings were visited, and the earliest setting that each can reach in the open components.
    private var order: [Int]
    private var earliest: [Int]
    private var visitedCount = 0

    /// The settings whose component is not complete.
    private var open: [SettingIndex] = []

    /// The settings on the current path, each with the number of its requirements that were followed.
    private var path: [(setting: SettingIndex, followed: Int)] = []

    private static let none = -1

    init(requirements: [[SettingIndex]]) {
        self.requirements = requirements
        components = Array(repeating: Self.none, count: requirements.count)
        order = components
        earliest = components
    }

    mutating func visit(_ start: SettingIndex) {
        guard order[start.position] == Self.none else { return }
        enter(start)
        while let (setting, followed) = path.last {
            guard followed < requirements[setting.position].count else {
                leave(setting)
                continue
            }
            path[path.count - 1].followed += 1
            let next = requirements[setting.position][followed]
            if order[next.position] == Self.none {
                enter(next)
            } else if components[next.position] == Self.none {
                earliest[setting.position] = min(earliest[setting.position], order[next.position])
            }
        }
    }

    private mutating func enter(_ setting: SettingIndex) {
        order[setting.position] = visitedCount
        earliest[setting.position] = visitedCount
        visitedCount += 1
        open.append(setting)
        path.append((setting, 0))
    }

    private mutating func leave(_ setting: SettingIndex) {
        path.removeLast()
        let reached = earliest[setting.position]
        if let outer = path.last?.setting {
            earliest[outer.position] = min(earliest[outer.position], reached)
        }
        guard reached == order[setting.position] else { return }
        // The settings that were opened since then are the component.
        while let member = open.popLast() {
            components[member.position] = reached
            if member == setting { break }
        }
    }
}

extension LoadedSettings {
    /// The settings that the entries of a setting require.
    package func prerequisites(of setting: SettingIndex) -> [SettingIndex] {
        var result: [SettingIndex] = []
        for entry in self[self[setting].entries] {
            guard let index = entry.targetingIndex else { continue }
            for prerequisite in targeting[index].prerequisites {
                if let setting = prerequisites[prerequisite].setting { result.append(setting) }
            }
        }
        return result
    }

    /// Some settings, each given once, and then those that they require, directly or through others.
    ///
    /// - Complexity: O(*n*) for *n* entries of these settings.
    func includingPrerequisites(of settings: some Sequence<SettingIndex>) -> [SettingIndex] {
        var result = Array(settings)
        guard !prerequisites.isEmpty else { return result }
        var seen = Set(result)
        var position = 0
        while position < result.count {
            for required in prerequisites(of: result[position]) where seen.insert(required).inserted {
                result.append(required)
            }
            position += 1
        }
        return result
    }

    /// Finds the settings that entries require, and discards the entries whose requirements form a cycle.
    ///
    /// - Complexity: O(*n*) for *n* bytes of document.
    mutating func linkPrerequisites(in tree: JSONTree) {
        guard !prerequisites.isEmpty else { return }
        for index in prerequisites.indices {
            prerequisites[index].setting = tree.string(at: Int(prerequisites[index].name))
                .flatMap { names.index(named: $0) }
        }
        let graph = PrerequisiteGraph(self, tree)
        var isCircular = Array(repeating: false, count: entries.count)
        var circularIssues: [SettingIssue] = []
        for setting in indices {
            var problems = SettingProblems()
            for entry in self[setting].entries {
                guard let prerequisite = circularPrerequisite(of: entry, setting, graph) else { continue }
                isCircular[entry.position] = true
                circularEntries.append(self[entry].node)
                report(prerequisite, of: entry, setting, in: tree, to: &problems)
            }
            guard !problems.isEmpty else { continue }
            let name = String(decoding: names[setting], as: UTF8.self)
            circularIssues += problems.issues(of: setting, named: name, in: tree)
        }
        guard !circularIssues.isEmpty else { return }
        removeEntries { isCircular[$0.position] }
        merge(circularIssues)
    }

    private func circularPrerequisite(
        of entry: EntryIndex, _ setting: SettingIndex, _ graph: PrerequisiteGraph
    ) -> Prerequisite? {
        targeting(of: entry)?.prerequisites.lazy.map { prerequisites[$0] }.first { prerequisite in
            prerequisite.setting.map { graph.isCircular(from: setting, to: $0) } ?? false
        }
    }

    private func report(
        _ prerequisite: Prerequisite, of entry: EntryIndex, _ setting: SettingIndex, in tree: JSONTree,
        to problems: inout SettingProblems
    ) {
        let name = Int(prerequisite.name)
        let problem: ConditionProblem =
            prerequisite.setting == setting
            ? .requiresItself : .circularRequirement(setting: tree.string(at: name) ?? "")
        problems.add(
            .condition(problem), at: name, entryIndex: Int(self[entry].documentIndex),
            member: tree.path(from: Int(self[entry].node), to: name))
    }

    private mutating func removeEntries(where isRemoved: (EntryIndex) -> Bool) {
        var kept: [EntryRecord] = []
        settings = settings.map { setting in
            let first = EntryIndex(kept.count)
            for entry in setting.entries where !isRemoved(entry) { kept.append(self[entry]) }
            return setting.withEntries(first..<EntryIndex(kept.count))
        }
        entries = kept
    }

    /// Adds issues, so that all stay ordered by setting and entry.
    private mutating func merge(_ others: [SettingIssue]) {
        var merged: [SettingIssue] = []
        var others = others[...]
        for issue in issues {
            while let other = others.first, other.isBefore(issue) { merged.append(others.removeFirst()) }
            merged.append(issue)
        }
        issues = merged + others
    }
}

extension SettingIssue {
    fileprivate func isBefore(_ other: SettingIssue) -> Bool {
        let (own, theirs) = (settingIndex?.position ?? 0, other.settingIndex?.position ?? 0)
        return own < theirs || (own == theirs && (entryIndex ?? -1) < (other.entryIndex ?? -1))
    }
}
