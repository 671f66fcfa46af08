import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What can be deleted from documents that test more than the version, compared with the resolution of every context.
struct TargetedStaleOracleTests {
    private static let documentCount = max(4, TestScale.rounds(10))

    /// The numbers of the documents. After the first ones, others follow until enough has been found in them.
    private static let numbers = 0..<documentCount * 10

    private func comment(_ sample: StaleSample, _ edited: SettingsDocument) -> Comment {
        let texts = [sample.document, edited].map { String(decoding: $0.tree.bytes, as: UTF8.self) }
        return "\(texts[0])\n\(texts[1])\n\(sample.assumptions)"
    }

    @Test(arguments: [false, true])
    func `nobody whom the assumptions leave gets another value, and the others are named`(changesDefaults: Bool)
        async throws
    {
        var (editCount, effectCount) = (0, 0)
        let few = Self.documentCount / 4
        for number in Self.numbers
        where number < Self.documentCount || editCount <= few || effectCount <= Self.documentCount {
            await Task.yield()
            let sample = try StaleSample(seed: UInt64(number + (changesDefaults ? 1_000 : 0)))
            let stale = try StaleDocument(sample.document, sample.assumptions, changesDefaults: changesDefaults)
            expect(stale.failures.isEmpty)
            guard let edited = stale.edited?.settings else { continue }
            editCount += 1
            // The others are effects of proposals.
            let effects = stale.effects.values.filter { $0.difference.new.tree.bytes == edited.tree.bytes }
            for setting in sample.document.indices {
                let name = sample.document.name(of: setting)
                for (context, isAdmitted) in zip(sample.contexts, sample.isAdmitted) {
                    let isSame = StaleSample.isSame(setting, sample.document, edited, in: context)
                    let isFree = changesDefaults && context.appVersion == nil
                    if !isFree, isAdmitted {
                        expect(isSame, "\(comment(sample, edited)) \(context)")
                    }
                    guard let version = context.appVersion, version >= sample.assumptions.floor else { continue }
                    let changes = effects.flatMap { effect in
                        effect.changes.filter { found, change in
                            let item = Case(versions: change.versions, terms: change.users, decision: .yes)
                            return found == name && effect.difference.space.contains(item, version, context)
                        }
                    }
                    effectCount += changes.count
                    expectEqual(changes.count, isSame ? 0 : 1, "\(comment(sample, edited)) \(context)")
                }
            }
        }
        expect(editCount > few, "\(editCount)")
        expect(effectCount > Self.documentCount, "\(effectCount)")
    }

    @Test func `nothing more can go: no entry, and no condition that everybody satisfies`() async throws {
        var (entryCount, conditionCount) = (0, 0)
        let few = Self.documentCount / 4
        for number in Self.numbers where number < Self.documentCount || entryCount <= few || conditionCount <= few {
            await Task.yield()
            let sample = try StaleSample(seed: UInt64(2_000 + number))
            let stale = try StaleDocument(sample.document, sample.assumptions)
            let edited = stale.edited?.settings ?? sample.document
            for setting in edited.indices {
                for (index, entry) in zip(edited.entryIndices(of: setting), edited.entries(of: setting)) {
                    let conditions = try StaleSample.conditions(of: entry, in: edited)
                    let needsOthers = edited.tree.member(named: "requires" as String, of: Int(entry.node)) != nil
                    let testsVersion = edited.requirementNode(of: entry) != nil
                    let always = conditions.indices.map { condition in
                        sample.admitted.allSatisfy { conditions.resolve(condition, for: $0).kind == .true }
                    }
                    // An entry that matches nobody at all is a mistake.
                    let matches = sample.contexts.contains { context in
                        conditions.indices.allSatisfy { conditions.resolve($0, for: context).kind == .true }
                            && (context.appVersion.map { edited.versions(of: index).contains($0) } ?? !testsVersion)
                    }
                    guard matches, !needsOthers else { continue }
                    entryCount += 1
                    conditionCount += always.count
                    if testsVersion || always.contains(false) {
                        expect(!always.contains(true), comment(sample, edited))
                    }
                    let less = try StaleSample.removing(index, of: setting, from: edited)
                    expect(
                        sample.admitted.contains { !StaleSample.isSame(setting, edited, less, in: $0) },
                        "\(comment(sample, edited)) \(index)")
                }
            }
        }
        expect(entryCount > few && conditionCount > few, "\(entryCount) \(conditionCount)")
    }

    @Test func `an entry can go alone, and a setting is constant, exactly where the contexts say so`() async throws {
        var (removedCount, constantCount) = (0, 0)
        let few = Self.documentCount / 4
        for number in Self.numbers where number < Self.documentCount || removedCount <= few || constantCount == 0 {
            await Task.yield()
            let sample = try StaleSample(seed: UInt64(3_000 + number))
            let document = sample.document
            let stale = try StaleDocument(document, sample.assumptions)
            for finding in stale.findings where finding.missingAttributes.isEmpty {
                guard let entry = finding.removed.first, finding.removed == [entry], finding.entry == entry,
                    !finding.changesDefault
                else { continue }
                removedCount += 1
                let alone = try StaleSample.removing(entry, of: finding.settingIndex, from: document)
                let isSame = sample.admitted.allSatisfy {
                    StaleSample.isSame(finding.settingIndex, document, alone, in: $0)
                }
                expectEqual(isSame, finding.isIndependent, "\(comment(sample, alone)) \(finding)")
            }
            for setting in document.indices where document.loaded.testsMoreThanVersion(setting) {
                let withVersion = sample.admitted.filter { $0.appVersion != nil }
                guard let first = withVersion.first else { continue }
                let resolutions = withVersion.map { document.resolve(setting, for: $0) }
                let values = resolutions.compactMap(\.value)
                let value = try #require(document.resolve(setting, for: first).value)
                let isConstant = values.allSatisfy { document.tree.isEqual($0, to: document.tree, value) }
                let found = stale.findings.filter {
                    $0.settingIndex == setting && $0.kind == .constant && $0.missingAttributes.isEmpty
                }
                let isAnyUsed = sample.contexts.contains { document.resolve(setting, for: $0).entry != nil }
                guard isAnyUsed else { continue }
                constantCount += found.count
                expectEqual(found.count, isConstant ? 1 : 0, "\(comment(sample, document)) \(setting)")
            }
        }
        expect(removedCount > few && constantCount > 0, "\(removedCount) \(constantCount)")
    }

    @Test func `the proof rejects exactly the removals that change a value`() async throws {
        var (acceptedCount, rejectedCount) = (0, 0)
        for number in Self.numbers where number < Self.documentCount || acceptedCount <= 20 || rejectedCount <= 20 {
            await Task.yield()
            let sample = try StaleSample(seed: UInt64(4_000 + number))
            let document = sample.document
            for setting in document.indices {
                for entry in document.entryIndices(of: setting) {
                    let edited = try StaleSample.removing(entry, of: setting, from: document)
                    let isSame = document.indices.allSatisfy { setting in
                        sample.admitted.allSatisfy { StaleSample.isSame(setting, document, edited, in: $0) }
                    }
                    var failure: EditedDocument.Failure?
                    do throws(EditedDocument.Failure) {
                        try StaleProof.check(document, edited, sample.assumptions, includesUnknown: true)
                        acceptedCount += 1
                    } catch {
                        failure = error
                        rejectedCount += 1
                    }
                    expectEqual((failure == nil), isSame, "\(comment(sample, edited)) \(entry)")
                }
            }
        }
        expect(acceptedCount > 20 && rejectedCount > 20, "\(acceptedCount) \(rejectedCount)")
    }
}
