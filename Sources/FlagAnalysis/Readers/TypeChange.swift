import FlagResolver

/// A value that code may not be able to read, although it reads the values of an earlier revision.
struct TypeChange {
    /// Which code that reads the earlier values can read the new one.
    enum Readability: Int, Comparable {
        case none
        case some
        case all

        static func < (left: Readability, right: Readability) -> Bool { left.rawValue < right.rawValue }

        /// What code can read that has to read several values, or one of several.
        func and(_ other: Readability) -> Readability { min(self, other) }
    }

    /// The winner that gives the new value.
    let winner: Winner
    let readability: Readability

    /// The value of a setting that fewest of the releases can read that read the earlier ones; `nil` if all can read all values.
    ///
    /// - Parameter versions: The versions of the releases.
    init?(
        of setting: SettingIndex, in document: SettingsDocument, since previous: SettingsDocument, _ old: SettingIndex,
        for versions: VersionSet, in space: CaseSpace
    ) throws(CaseSpace.Failure) {
        func winners(_ setting: SettingIndex, _ side: DocumentSide) throws(CaseSpace.Failure) -> [Winner] {
            let selected = try space.selecting(
                VersionMap(versions, inside: .yes, outside: .no), in: space.winners(of: setting, in: side))
            return space.values(of: selected, as: Winner?.self).compactMap { $0 }
        }
        // The type of the default decides whether the setting can be read at all.
        let before = Set(try winners(old, .first) + [.default])
            .compactMap { previous.value(of: $0, in: old) }.map { previous.tree[$0] }
        var worst: TypeChange?
        for winner in Set(try winners(setting, .second) + [.default]).sorted(by: { $0.leaf < $1.leaf }) {
            guard let node = document.value(of: winner, in: setting) else { continue }
            let found = document.tree[node].readability(byReadersOf: before)
            if found < worst?.readability ?? .all { worst = TypeChange(winner: winner, readability: found) }
        }
        guard let worst else { return nil }
        self = worst
    }

    private init(winner: Winner, readability: Readability) {
        self.winner = winner
        self.readability = readability
    }
}

extension JSONValue {
    /// Which code can read the value that reads some others, each as the same type.
    fileprivate func readability(byReadersOf others: [JSONValue]) -> TypeChange.Readability {
        guard !others.contains(self) else { return .all }
        let known = others.filter { !$0.isNull }
        // Nothing is known about the type that is read.
        guard !known.isEmpty else { return .all }
        if isNull { return known.count < others.count ? .all : .some }
        let same = known.filter { $0.kind.name == kind.name }
        guard !same.isEmpty else { return .none }
        switch kind {
        case .number:
            if isIntegral, int == nil, same.contains(where: { $0.int != nil }) { return .some }
            return isIntegral || same.contains { !$0.isIntegral } ? .all : .some
        case .array:
            let elements = same.flatMap(\.elements)
            return self.elements.reduce(.all) { $0.and($1.readability(byReadersOf: elements)) }
        case .object:
            // Code may read some of the members only.
            let isReadable = same.allSatisfy { other in
                other.members.allSatisfy { member($0.key.string ?? "") != nil }
            }
            let areReadable = members.allSatisfy { name, value in
                value.readability(byReadersOf: same.compactMap { $0.member(name.string ?? "") }) == .all
            }
            return isReadable && areReadable ? .all : .some
        default: return .all
        }
    }

    private func member(_ name: String) -> JSONValue? { member(named: name) }
}
