import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What `monotone` says over time and percentage is compared with the values of all contexts.
struct MonotoneOracleTests {
    private static let documentCount = TestScale.rounds(30)
    private static let chain = ["false", "1", "true"]

    /// A context, its value, and where it is on a course with others.
    private struct Sample {
        let index: Int
        let context: EvaluationContext
        /// The position of the value in the chain.
        let position: Int?
    }

    /// The quarter of the buckets that a key is in. No rollout of the samples divides a quarter.
    private func quarter(of context: EvaluationContext, _ salt: String) -> Int {
        context.targetingKey.map { RolloutBucket.bucket(ofKey: $0, salt: salt) / 25_000 } ?? -1
    }

    /// Contexts that differ in one thing only: each course in the order in which it passes.
    private func courses(_ samples: [Sample], _ course: String) -> [[Sample]] {
        var groups: [String: [Sample]] = [:]
        for sample in samples {
            let attributes = sample.context.attributes.map { "\($0.key) \($0.value)" }.sorted()
            let others = "\(sample.context.appVersion.map { "\($0)" } ?? "") \(attributes)"
            if course == "time" {
                guard sample.context.instant != nil else { continue }
                groups["\(others) \(sample.context.targetingKey ?? "")", default: []].append(sample)
            } else if sample.context.targetingKey != nil {
                let rest = "\(others) \(sample.context.instant.map { "\($0)" } ?? "")"
                for (salt, other) in [("a", "b"), ("b", "a")] {
                    groups["\(salt) \(rest) \(quarter(of: sample.context, other))", default: []].append(sample)
                }
            }
        }
        return groups.map { key, group in
            group.sorted { left, right in
                guard course == "percentage" else {
                    return (left.context.instant.map { "\($0)" } ?? "") < (right.context.instant.map { "\($0)" } ?? "")
                }
                let salt = String(key.prefix(1))
                return quarter(of: left.context, salt) > quarter(of: right.context, salt)
            }
        }
    }

    @Test(arguments: ["time", "percentage"])
    func `a violation has exactly the contexts whose value is behind an earlier one`(course: String) async throws {
        var (violatedCount, provedCount) = (0, 0)
        for number in 0..<Self.documentCount {
            await Task.yield()
            var sample = try TargetedSample(seed: UInt64(20_000 + number))
            let text = "{\"s\": \(TargetedSample.setting(sample.settings()[0]))}"
            let document = try SettingsDocument(parsing: Array(text.utf8))
            let setting = try #require(document.index(named: "s"))
            let chain = number.isMultiple(of: 2) ? Self.chain : Self.chain.dropLast()
            let samples = sample.contexts.filter { $0.appVersion != nil }.enumerated().map { index, context in
                let value = document.resolve(setting, for: context).value
                return Sample(
                    index: index, context: context,
                    position: value.flatMap { node in
                        chain.firstIndex(of: String(decoding: document.tree.text(of: node), as: UTF8.self))
                    })
            }
            // Without a schedule, dates do not matter.
            let hasDates = text.contains("2026")
            var violating = Set(
                samples.filter { sample in
                    sample.position == nil && (course == "percentage" || !hasDates || sample.context.instant != nil)
                }.map(\.index))
            for group in courses(samples, course) {
                var furthest = -1
                for sample in group {
                    guard let position = sample.position else { continue }
                    if position < furthest { violating.insert(sample.index) }
                    furthest = max(furthest, position)
                }
            }
            let (policies, errors) = Policy.parse(
                Array("monotone s over \(course): \(chain.joined(separator: " -> "))".utf8))
            expect(errors.isEmpty)
            var prover = PolicyProver(document, for: policies)
            var cases: [Case] = []
            if case .violated(_, let violations, _)? = try prover.verdict(on: #require(policies.first)) {
                cases = violations.flatMap(\.cases)
                violatedCount += 1
            } else {
                provedCount += 1
            }
            for sample in samples {
                let version = try #require(sample.context.appVersion)
                let isViolating = cases.contains { prover.space.contains($0, version, sample.context) }
                expectEqual(isViolating, violating.contains(sample.index), "\(text)\n\(chain) \(sample.context)")
            }
        }
        expect(violatedCount > TestScale.expected(5) && provedCount > 0, "\(violatedCount) \(provedCount)")
    }
}
