import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Every edit that a check proposes does what it says: it is made on random documents, and both are compared.
struct RuleProposalTests {
    private static let releases =
        "1.0.0\n1.2.0\n1.2.1-rc.1\n1.2.1\n1.3.0\n2.0.0-rc.0\n2.0.0\n2.0.0.1\n3.0.0\n4.0.0 planned\n"

    private static func json(using random: inout SeededRandom) -> String {
        let values = ["true", "false", "1", "\"a\""]
        func requirement() -> String {
            let odd = [
                "v1.2", ">=01.2", "01.x", "v02.00", ">=2 <1", "2.0.0 - 1.2", "<1 >2", "<1 || >=3 <2", ">=3 <2 || 1.x",
                "<=1.2.1", "<=2.0.0", "1.2 - 1.2.1", ">=1.2 <2.0.0", "<3", ">=1.99", "<=1.4", "!=1.7 <3",
            ]
            guard Bool.random(using: &random), let text = odd.randomElement(using: &random) else {
                return RandomSetting.requirement(using: &random)
            }
            return text
        }
        let entries = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let isList = Int.random(in: 0..<5, using: &random) == 0
            let text = isList ? "[\"\(requirement())\", \"\(requirement())\"]" : "\"\(requirement())\""
            return "{\"appVersion\": \(text), \"value\": \(values.randomElement(using: &random) ?? "1")}"
        }
        let floor = Bool.random(using: &random) ? "\"$minimumVersion\": \"1.2.1\", " : ""
        return "{\(floor)\"s\": {\"defaultValue\": true, \"valuesByVersion\": [\(entries.joined(separator: ", "))]}}"
    }

    @Test func `a proposed fix does what its message says`() async throws {
        let list = try ReleaseList(parsing: Array(Self.releases.utf8))
        var counts: [RuleCode: Int] = [:]
        for seed in 1...UInt64(TestScale.rounds(2_000)) {
            await Task.yield()
            var random = SeededRandom(seed: seed)
            let style = StyledText(using: &random)
            let model = try JSONTree(parsing: Array(Self.json(using: &random).utf8))
            let document = try SettingsDocument(parsing: Array(style.text(of: model).utf8))
            let releases = Bool.random(using: &random) ? list : nil
            let checked = CheckedDocument(document, releases: releases)
            for finding in DocumentCheck(rules: Rules.all).result(for: checked).findings {
                let proposals = Proposal.proposals(of: finding, in: document, releases: releases)
                for proposal in proposals {
                    counts[finding.code, default: 0] += 1
                    let problem = proposal.problem(in: document)
                    expectNil(problem, "seed \(seed): \(finding.code) at \(finding.span)")
                }
            }
        }
        for code: RuleCode in [
            .shadowedEntry, .redundantEntry, .ambiguousOrder, .emptyRequirement, .upperBoundBuilds, .prereleaseBoundary,
            .leadingZero, .vPrefix, .belowFloor, .unknownRelease,
        ] {
            expect(counts[code, default: 0] > TestScale.expected(50), "\(code)")
        }
    }
}

/// An edit that a finding proposes, and what must be true of it.
private struct Proposal: Sendable {
    let name: String
    let edits: [TextEdit]
    /// The only versions for which a value may change.
    var allowed = VersionSet.none
    /// Whether some requirement must be read otherwise afterwards.
    var further: @Sendable (SettingsDocument) -> Bool = { _ in true }

    /// What is wrong with it; `nil` where it does what it says.
    func problem(in document: SettingsDocument) -> String? {
        do throws(EditedDocument.Failure) {
            let edited = try EditedDocument(document, applying: edits, changingOnly: allowed)
            return further(edited.settings) ? nil : "\(name) does not have the effect that it should have"
        } catch {
            return "\(name): \(error)"
        }
    }

    static func proposals(
        of finding: Finding, in document: SettingsDocument, releases: ReleaseList?
    ) -> [Proposal] {
        let tree = document.tree
        func replacing(_ text: String) -> TextEdit { TextEdit(finding.span, replacement: text) }
        func deleting(_ entry: EntryIndex) -> [TextEdit] { document.edits(deletingEntries: [entry], of: 0) }
        guard let entry = document.entry(around: finding.span) else { return [] }
        let requirement = document.requirementNode(of: document.loaded[entry]) ?? 0
        let text = tree.nodes.indices.first { node in
            node >= requirement && tree.kind(of: node) == .string && tree.nodes[node].span.overlaps(finding.span)
        }
        let help = finding.help ?? ""
        // What the help tells the reader to write, and the text that the message is about.
        let (proposed, written) = (help[...].quoted, finding.message.dropFirst("in \"s\": ".count).quoted)
        let fixed = finding.fix.flatMap { fix in
            if case .replacement(let edit) = fix { edit } else { nil }
        }
        switch finding.code {
        case .shadowedEntry:
            let delete = Proposal(name: "deletion", edits: deleting(entry))
            guard help.hasPrefix("move it "), let list = document.list,
                let target = tree.elements(of: list).first(where: { tree.isAt(help, node: $0) })
            else { return [delete] }
            let versions = document.versions(of: entry)
            let move = Proposal(
                name: "move",
                edits: tree.edits(moving: Int(document.loaded[entry].node), before: target, in: list),
                allowed: versions
            ) { edited in
                guard let old = try? SettingFunction(of: 0, in: CaseSpace(document)),
                    let new = try? SettingFunction(of: 0, in: CaseSpace(edited)), let segments = new.segments
                else { return false }
                let value = Int(document.loaded[entry].value)
                return new.unreachableEntries.count == old.unreachableEntries.count - 1
                    && segments.allSatisfy { segment in
                        versions.isDisjoint(with: VersionSet(segment.interval))
                            || edited.tree.isEqual(segment.value, to: tree, value)
                    }
            }
            return [delete, move]
        case .redundantEntry:
            guard finding.fix == .deletion(of: entry, from: 0) else { return [.impossible] }
            return [Proposal(name: "deletion", edits: deleting(entry))]
        case .belowFloor:
            guard let floor = document.minimumVersion else { return [.impossible] }
            let below = VersionSet(from: .lowest, to: .before(floor))
            return [Proposal(name: "deletion", edits: deleting(entry), allowed: below)]
        case .ambiguousOrder:
            guard let proposed else { return [] }
            return [Proposal(name: "narrowing", edits: [replacing("\"\(proposed)\"")])]
        case .emptyRequirement:
            guard help.contains("did you mean ") else {
                let isList = tree.kind(of: requirement) == .array
                guard help.hasPrefix("delete it,") else { return [] }
                let edits =
                    isList ? tree.edits(deleting: Set([text].compactMap { $0 }), from: requirement) : deleting(entry)
                return tree.elements(of: requirement).reduce(0) { count, _ in count + 1 } == 1
                    ? [] : [Proposal(name: "deletion", edits: edits)]
            }
            guard let proposed, let fixed else { return [.impossible] }
            return [
                Proposal(name: "swap of \(written ?? "")", edits: [fixed], allowed: .all) { _ in
                    (try? VersionSet(parsing: proposed)).map { !$0.isEmpty } ?? false
                }
            ]
        case .upperBoundBuilds:
            guard let proposed, let text, let fixed, let bound = finding.message.bound else { return [.impossible] }
            let next = VersionText(bound)?.nextRelease ?? "0"
            let builds = VersionSet(from: .after(bound), to: .before(AppVersion("\(next)-0") ?? bound))
            return [
                Proposal(
                    name: proposed, edits: [tree.edit(replacingString: text, with: proposed)], allowed: builds
                ) { edited in
                    !DocumentDifference(from: document, to: edited).settings.isEmpty
                        && fixed == tree.edit(replacingString: text, with: proposed)
                }
            ]
        case .prereleaseBoundary:
            guard let proposed, let written, let version = AppVersion(String(written.drop { !$0.isNumber })),
                let least = AppVersion("\(version)-0")
            else { return [.impossible] }
            return [
                Proposal(
                    name: proposed, edits: [replacing(proposed)],
                    allowed: VersionSet(from: .before(least), to: .before(version)))
            ]
        case .leadingZero, .vPrefix:
            guard let proposed, let fixed, fixed == replacing(proposed) else { return [.impossible] }
            return [Proposal(name: proposed, edits: [fixed])]
        case .unknownRelease:
            guard help.hasSuffix("contains the same known versions"), let proposed, let text, let releases else {
                return []
            }
            let known = VersionSet(releases.releases.map { VersionInterval($0.version) })
            return [
                Proposal(
                    name: proposed, edits: [tree.edit(replacingString: text, with: proposed)],
                    allowed: known.complement)
            ]
        default: return []
        }
    }

    /// What a finding proposes, if its words and its fix do not agree.
    private static let impossible = Proposal(name: "words", edits: []) { _ in false }
}

extension JSONTree {
    /// Whether a help says "line 3" or "column 3" of a node.
    fileprivate func isAt(_ help: String, node: Int) -> Bool {
        let location = self[node].location.location
        return help.firstNumber == (help.contains("column") ? location.column : location.line)
    }
}

extension String {
    /// The version in `excludes builds of 1.2.0 such as`.
    fileprivate var bound: AppVersion? {
        firstRange(of: "builds of ").flatMap { AppVersion(String(self[$0.upperBound...].prefix { $0 != " " })) }
    }
}

extension SettingsDocument {
    /// The well-formed entry that some bytes are in.
    fileprivate func entry(around span: Range<Int>) -> EntryIndex? {
        loaded.entryIndices.first { tree.nodes[Int(loaded[$0].node)].span.contains(span.lowerBound) }
    }

    /// The list of entries of the first setting.
    fileprivate var list: Int? {
        indices.first.flatMap { tree.member(named: "valuesByVersion", of: Int(loaded[$0].node)) }
    }
}
