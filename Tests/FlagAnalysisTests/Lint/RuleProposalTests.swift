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
        for seed in UInt64(1)...2_000 {
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
                    #expect(problem == nil, "seed \(seed): \(finding.code) at \(finding.span)")
                }
            }
        }
        for code: RuleCode in [
            .shadowedEntry, .redundantEntry, .ambiguousOrder, .emptyRequirement, .upperBoundBuilds, .prereleaseBoundary,
            .leadingZero, .vPrefix, .belowFloor, .unknownRelease,
        ] {
            #expect(counts[code, default: 0] > 50, "\(code)")
        }
    }
}

/// An edit that a finding proposes, and what must be true of it.
private struct Proposal {
    let name: String
    let edits: [TextEdit]
    /// The only versions for which a value may change.
    var allowed = VersionSet.none
    /// Whether some requirement must be read otherwise afterwards.
    var further: (SettingsDocument) -> Bool = { _ in true }

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
        switch finding.detail {
        case let detail as ShadowedEntryRule.Detail:
            let delete = Proposal(name: "deletion", edits: deleting(entry))
            guard let target = detail.target, let list = document.list
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
        case is RedundantEntryRule.Detail: return [Proposal(name: "deletion", edits: deleting(entry))]
        case let detail as BelowFloorRule.Detail:
            let below = VersionSet(from: .lowest, to: .before(detail.floor))
            return [Proposal(name: "deletion", edits: deleting(entry), allowed: below)]
        case let detail as AmbiguousOrderRule.Detail:
            let context = FindingContext(document) { _ in ("", SourceLocation(offset: 0, line: 1, column: 1)) }
            guard let narrowed = detail.narrowed(in: context) else { return [] }
            return [Proposal(name: "narrowing", edits: [replacing("\"\(narrowed)\"")])]
        case let detail as EmptyRequirementRule.Detail:
            guard let suggestion = detail.suggestion else {
                let isList = tree.kind(of: requirement) == .array
                guard !detail.isAlternative else { return [] }
                let edits =
                    isList ? tree.edits(deleting: Set([text].compactMap { $0 }), from: requirement) : deleting(entry)
                return tree.elements(of: requirement).reduce(0) { count, _ in count + 1 } == 1
                    ? [] : [Proposal(name: "deletion", edits: edits)]
            }
            let edit = detail.isAlternative ? replacing(suggestion) : replacing("\"\(suggestion)\"")
            return [
                Proposal(name: "swap of \(detail.text)", edits: [edit], allowed: .all) { _ in
                    (try? VersionSet(parsing: suggestion)).map { !$0.isEmpty } ?? false
                }
            ]
        case let detail as UpperBoundBuildsRule.Detail:
            guard let text else { return [] }
            let builds = VersionSet(from: .after(detail.bound), to: .before(detail.nextRelease))
            return [
                Proposal(
                    name: detail.suggestion, edits: [tree.edit(replacingString: text, with: detail.suggestion)],
                    allowed: builds
                ) { edited in
                    !DocumentDifference(from: document, to: edited).settings.isEmpty
                }
            ]
        case let detail as PrereleaseBoundaryRule.Detail:
            let release = String(detail.text.drop { !$0.isNumber })
            guard let version = AppVersion(release), let least = AppVersion("\(version)-0") else { return [] }
            return [
                Proposal(
                    name: detail.suggestion, edits: [replacing(detail.suggestion)],
                    allowed: VersionSet(from: .before(least), to: .before(version)))
            ]
        case let detail as LeadingZeroRule.Detail:
            return [Proposal(name: detail.meaning, edits: [replacing(detail.meaning)])]
        case let detail as VPrefixRule.Detail:
            return [Proposal(name: detail.text, edits: [replacing(String(detail.text.dropFirst()))])]
        case let detail as UnknownReleaseRule.Detail:
            guard let text, let suggestion = detail.suggestion, let releases else { return [] }
            let known = VersionSet(releases.releases.map { VersionInterval($0.version) })
            return [
                Proposal(
                    name: suggestion, edits: [tree.edit(replacingString: text, with: suggestion)],
                    allowed: known.complement)
            ]
        default: return []
        }
    }
}

extension UpperBoundBuildsRule.Detail {
    /// Three components, the last of them one higher, before all of its pre-releases.
    fileprivate var nextRelease: AppVersion {
        let next = VersionText(bound)?.nextRelease ?? "0"
        return AppVersion("\(next)-0") ?? bound
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
