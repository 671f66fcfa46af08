import FlagAnalysis
import FlagResolver

/// What the rules about order have to say of a setting, found cell by cell.
struct OrderOracle {
    private typealias Mask = VersionCells.Mask

    private let setting: RandomCellSetting
    private let entries: [RandomCellSetting.Entry]
    private let before: CellWinners
    /// The places of the requirements, in the order of the entries.
    private let spans: [Range<Int>]

    init(_ setting: RandomCellSetting, _ document: SettingsDocument) {
        self.setting = setting
        entries = setting.entries
        before = CellWinners(entries, defaultValue: setting.defaultValue)
        spans = document.entryNodesOfFirstSetting.map { node in document.tree.member(named: "appVersion", of: node) }
            .map { node in document.tree.nodes[node ?? 0].span }
    }

    /// What is wrong with a result; nothing where it is right.
    func mistakes(in result: DocumentCheck.Result) -> [String] {
        var mistakes: [String] = []
        func expect(_ holds: Bool, _ what: String) {
            if !holds { mistakes.append(what) }
        }
        func findings(_ code: RuleCode, at entry: Int) -> [Finding] {
            result.findings.filter { $0.code == code && $0.span == spans[entry] }
        }
        expect(result.intervalCount == intervalCount, "\(result.intervalCount) intervals, not \(intervalCount)")
        for (position, entry) in entries.enumerated() {
            mistakes += emptinessMistakes(at: position, in: result.findings)
            let shadowed = findings(.shadowedEntry, at: position)
            let redundant = findings(.redundantEntry, at: position)
            let partly = findings(.partlyShadowed, at: position)
            let ambiguous = findings(.ambiguousOrder, at: position)
            let takesPart = entry.isTyped && entry.mask != 0
            let neverWins = takesPart && before.won(by: position) == 0
            let others = entry.mask & before.others(than: entry.value)
            expect(shadowed.count == (neverWins && others != 0 ? 1 : 0), "shadowed \(position)")
            expect(redundant.count == (neverWins && others == 0 ? 1 : 0), "redundant \(position)")
            expect(partly.count == (takesPart && !neverWins && others != 0 ? 1 : 0), "partly shadowed \(position)")
            let rivals = takesPart && !neverWins ? rivals(of: position) : []
            expect(ambiguous.count == (rivals.isEmpty ? 0 : 1), "ambiguous \(position)")
            for finding in shadowed { mistakes += shadowMistakes(finding, position, others) }
            for finding in redundant {
                guard let message = OrderMessage(finding.message) else { return [finding.message] }
                mistakes += blockerMistakes(finding, position)
                mistakes += giverMistakes(message, finding, position, entry.mask)
            }
            for finding in partly {
                guard let message = OrderMessage(finding.message), let versions = message.versions else {
                    return [finding.message]
                }
                expect(isListing(versions, others), "partly shadowed versions of \(position)")
                expect(isOnlyValue(message.value, versions, others), "partly shadowed value of \(position)")
            }
            for finding in ambiguous { mistakes += ambiguityMistakes(finding, position, rivals) }
        }
        return mistakes + islandMistakes(in: result.findings.filter { $0.code == .valueIsland })
    }

    /// Wherever an entry begins or ends to hold, one interval ends and another begins.
    private var intervalCount: Int {
        let last: Mask = 1 << Mask(VersionCells.probes.count - 1)
        let changes = entries.reduce(Mask(0)) { $0 | ($1.mask ^ ($1.mask >> 1)) } & (last - 1)
        return changes.nonzeroBitCount + 1
    }

    private func emptinessMistakes(at position: Int, in findings: [Finding]) -> [String] {
        let entry = entries[position]
        let inside = findings.filter { $0.code == .emptyRequirement && spans[position].contains($0.span.lowerBound) }
        let expected = entry.mask == 0 ? 1 : entry.alternatives.count { $0 == 0 }
        var mistakes = inside.count == expected ? [] : ["\(inside.count) empty at \(position), not \(expected)"]
        for finding in inside {
            let kind = entry.mask != 0 ? "alternative" : "requirement"
            if !finding.message.hasPrefix("in \"s\": \(kind) ") { mistakes.append("alternative or not at \(position)") }
            let suggestion = finding.help?.firstRange(of: "did you mean ").flatMap {
                finding.help?[$0.upperBound...].quoted
            }
            if let suggestion, (try? VersionSet(parsing: suggestion))?.isEmpty ?? true {
                mistakes.append("empty suggestion \(suggestion)")
            }
        }
        return mistakes
    }

    private func shadowMistakes(_ finding: Finding, _ position: Int, _ others: Mask) -> [String] {
        guard let message = OrderMessage(finding.message) else { return [finding.message] }
        var mistakes = blockerMistakes(finding, position)
        let entry = entries[position]
        if let versions = message.versions {
            if !isListing(versions, others) { mistakes.append("shadowed versions of \(position)") }
            if !isOnlyValue(message.value, versions, others) { mistakes.append("shadowing value of \(position)") }
        } else {
            mistakes.append("no shadowed versions of \(position)")
        }
        if message.isPartlySame != (others != entry.mask) { mistakes.append("partly same \(position)") }
        mistakes += giverMistakes(message, finding, position, others)

        // Moved before the first of those that win for its versions, it must win for all of them, and nobody may lose
        // everything; where that cannot be, nothing is proposed.
        let winners = (0..<position).filter { before.won(by: $0) & entry.mask != 0 }
        guard let first = winners.min() else { return mistakes + ["no winner over \(position)"] }
        var moved = entries
        moved.insert(moved.remove(at: position), at: first)
        let after = CellWinners(moved, defaultValue: setting.defaultValue)
        let loses = winners.contains { after.won(by: $0 + 1) == 0 }
        let target = finding.help?.hasPrefix("move it above line ") == true ? finding.help?.firstNumber : nil
        if loses != (target == nil) { mistakes.append("proposed move of \(position)") }
        if let target {
            if self.entry(onLine: target) != first { mistakes.append("place of the move of \(position)") }
            if after.won(by: first) != entry.mask { mistakes.append("the move of \(position) does not help") }
        }
        return mistakes
    }

    /// The entry that is said to give a value must have that value, and match all versions concerned.
    private func giverMistakes(
        _ message: OrderMessage, _ finding: Finding, _ position: Int, _ mask: Mask
    ) -> [String] {
        let value = message.value.flatMap { RandomCellSetting.number(of: $0) }
        guard let giver = message.giver else {
            // One blocking entry that has the only value is named.
            let blocker = finding.related.first.flatMap { spans.firstIndex(of: $0.span) }
            let isNamed = finding.related.count == 1 && value != nil && blocker.map { entries[$0].value } == value
            return isNamed ? ["no giver for \(position)"] : []
        }
        let entry = entry(onLine: giver)
        guard entries.indices.contains(entry), entry < position else { return ["giver"] }
        return entries[entry].mask & mask == mask && entries[entry].value == value ? [] : ["giver of \(position)"]
    }

    /// Each entry is on a line of its own, the first on line 2.
    private func entry(onLine line: Int) -> Int { line - 2 }

    /// The entries named must contain all versions of the entry, and none of them can be left out.
    private func blockerMistakes(_ finding: Finding, _ position: Int) -> [String] {
        let named = finding.related.compactMap { place in spans.firstIndex(of: place.span) }
        let mask = entries[position].mask
        let earlier = (0..<position).filter { entries[$0].isTyped }
        guard named.count == finding.related.count, named == named.sorted(), Set(named).isSubset(of: earlier) else {
            return ["blockers of \(position) are \(named)"]
        }
        guard named.reduce(0, { $0 | entries[$1].mask }) & mask == mask else {
            return ["\(named) do not contain \(position)"]
        }
        for needless in named {
            let others = named.filter { $0 != needless }
            if others.reduce(0, { $0 | entries[$1].mask }) & mask == mask {
                return ["\(others) of \(named) contain \(position)"]
            }
        }
        return []
    }

    /// The earlier entries that win for versions of an entry with another value, where neither contains the other.
    private func rivals(of position: Int) -> [Int] {
        let mask = entries[position].mask
        return (0..<position).filter { other in
            let otherMask = entries[other].mask
            return entries[other].value != entries[position].value && before.won(by: other) & mask != 0
                && otherMask & ~mask != 0 && mask & ~otherMask != 0
        }
    }

    private func ambiguityMistakes(_ finding: Finding, _ position: Int, _ rivals: [Int]) -> [String] {
        guard let message = OrderMessage(finding.message), let versions = message.versions,
            let rival = finding.related.first.flatMap({ spans.firstIndex(of: $0.span) }), finding.related.count == 1,
            rivals.contains(rival)
        else { return ["rival of \(position)"] }
        var mistakes: [String] = []
        let entry = entries[position]
        let decided = before.won(by: rival) & entry.mask
        if !isListing(versions, decided) { mistakes.append("ambiguous versions of \(position)") }
        let values = [message.value, message.otherValue].map { $0.flatMap { RandomCellSetting.number(of: $0) } }
        if values != [entries[rival].value, entry.value] { mistakes.append("values of \(position) and its rival") }
        // What is proposed shares no version with the rival, and changes no value.
        guard
            let narrowed = finding.help?[...].quoted.flatMap({ try? VersionSet(parsing: $0) })
                .flatMap({ VersionCells.mask($0) })
        else {
            return ["cuts of the proposal for \(position)"]
        }
        if narrowed & entries[rival].mask != 0 { mistakes.append("the proposal for \(position) is as ambiguous") }
        var changed = entries
        changed[position] = .init(
            text: "", alternatives: [narrowed], valueText: entry.valueText, value: entry.value, isTyped: true)
        let after = CellWinners(changed, defaultValue: setting.defaultValue)
        if after.values != before.values { mistakes.append("the proposal for \(position) changes values") }
        let furtherCount = finding.notes.first?.firstNumber ?? 0
        if furtherCount != rivals.count - 1 { mistakes.append("number of rivals of \(position)") }
        return mistakes
    }

    /// Values that come and go, from the lowest version to the highest.
    private func islandMistakes(in findings: [Finding]) -> [String] {
        var runs: [(mask: Mask, value: Int?)] = []
        for (cell, value) in before.values.enumerated() {
            let bit: Mask = 1 << Mask(cell)
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].mask |= bit
            } else {
                runs.append((bit, value))
            }
        }
        var expected: [Island: Mask] = [:]
        for index in runs.indices.dropFirst().dropLast() {
            guard let value = runs[index].value, let surrounding = runs[index - 1].value,
                surrounding == runs[index + 1].value
            else { continue }
            let first = runs[index].mask & (~runs[index].mask + 1)
            let winner = entries.indices.first { before.won(by: $0) & first != 0 }
            let island = Island(winner: winner, value: value, surroundingValue: surrounding)
            expected[island, default: 0] |= runs[index].mask
        }
        let rest = findings.reduce(into: expected) { rest, finding in
            guard let message = OrderMessage(finding.message), let versions = message.versions,
                let value = message.value.flatMap({ RandomCellSetting.number(of: $0) }),
                let surrounding = message.otherValue.flatMap({ RandomCellSetting.number(of: $0) })
            else { return }
            let island = Island(
                winner: spans.firstIndex(of: finding.span), value: value, surroundingValue: surrounding)
            if let mask = rest[island], isListing(versions, mask) { rest[island] = nil }
        }
        return rest.isEmpty && findings.count == expected.count ? [] : ["islands \(findings), not \(expected)"]
    }

    /// Versions for which one entry, or the default, gives a value between two equal ones.
    private struct Island: Hashable {
        let winner: Int?
        let value: Int
        let surroundingValue: Int
    }

    /// Whether versions that are listed are those of a set: the lowest intervals, and the number of the others.
    private func isListing(_ versions: OrderMessage.Versions, _ mask: Mask) -> Bool {
        guard let shown = VersionCells.mask(versions.shown) else { return false }
        let rest = mask & ~shown
        return shown & ~mask == 0 && VersionCells.intervalCount(rest) == versions.furtherCount
            && VersionCells.intervalCount(shown) + versions.furtherCount == VersionCells.intervalCount(mask)
            && (rest == 0 || shown.leadingZeroBitCount > rest.trailingZeroBitCount)
    }

    /// Whether a value is the only one of some versions; none is named where they have several, or are not all listed.
    private func isOnlyValue(_ value: String?, _ versions: OrderMessage.Versions, _ mask: Mask) -> Bool {
        let numbers = Set(before.values.indices.filter { mask & (1 << Mask($0)) != 0 }.compactMap { before.values[$0] })
        guard let value else { return numbers.count > 1 || versions.furtherCount > 0 }
        return RandomCellSetting.number(of: value).map { numbers == [$0] } ?? false
    }
}

extension Substring {
    /// The first text in quotes.
    var quoted: String? {
        let parts = split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : nil
    }
}

extension String {
    /// The first number in a text.
    var firstNumber: Int? { Int(drop { !$0.isNumber }.prefix { $0.isNumber }) }
}

extension SettingsDocument {
    /// The nodes of the entries of the first setting.
    fileprivate var entryNodesOfFirstSetting: [Int] {
        guard let first = tree.members(of: 0).first(where: { _ in true }),
            let list = tree.member(named: "valuesByVersion" as String, of: first.value)
        else { return [] }
        return Array(tree.elements(of: list))
    }
}
