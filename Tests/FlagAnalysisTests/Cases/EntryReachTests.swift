import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct EntryReachTests {
    /// Extents and blockers of the entries of a setting, the default last: `all`, `some after 0`, `none after 0 1`.
    private func reaches(_ entries: [String], where selection: String? = nil) throws -> [String] {
        let text = #"{"s": {"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let setting = try #require(document.index(named: "s"))
        let selection = try selection.map { try UserSelection(JSONTree(parsing: Array($0.utf8))) }
        let space = selection?.space(with: document) ?? CaseSpace(document)
        let function = try #require(try SettingFunction(of: setting, in: space))
        return try function.reaches(of: setting, among: selection.map { try $0.users(in: space) }).map { reach in
            let extent =
                switch reach.extent {
                case .everybody: "all"
                case .some: "some"
                case .nobody: "none"
                }
            let blockers = reach.blockers.map { $0.entry.map { "\($0)" } ?? "default" }
            return blockers.isEmpty ? extent : "\(extent) after \(blockers.joined(separator: " "))"
        }
    }

    private static let german = #"{"when": {"country": "DE"}, "value": 1}"#
    private static let new = #"{"appVersion": ">=2", "value": 2}"#
    private static let newGerman = #"{"appVersion": ">=3", "when": {"country": "DE"}, "value": 3}"#

    @Test(
        arguments: [
            ([], ["all"]), ([german], ["all", "some after 0"]),
            ([german, new], ["all", "some after 0", "some after 0 1"]),
            // One earlier entry is enough, although both win for some of these users.
            ([german, new, newGerman], ["all", "some after 0", "none after 0", "some after 0 1"]),
            // Only together they match wherever the last one does.
            (
                [#"{"appVersion": "<2", "value": 1}"#, new, german],
                ["all", "all", "none after 0 1", "none after 0 1"]
            ),
            ([#"{"appVersion": "*", "value": 1}"#, german], ["all", "none after 0", "none after 0"]),
            ([#"{"appVersion": ">=2 <1", "value": 1}"#, german], ["none", "all", "some after 1"]),
            (
                [
                    #"{"rollout": {"percent": 10, "salt": "s"}, "value": 1}"#,
                    #"{"rollout": {"percent": 5, "salt": "s"}, "value": 2}"#,
                ],
                ["all", "none after 0", "some after 0"]
            ),
        ] as [([String], [String])])
    func `each entry names those that come first for some of its users`(
        _ entries: [String], _ expected: [String]
    ) throws {
        try expectEqual(reaches(entries), expected)
    }

    @Test func `only the selected users count`() throws {
        let entries = [Self.german, Self.new]
        try expectEqual(reaches(entries, where: #"{"when": {"country": "AT"}}"#), ["none", "all", "some after 1"])
        try expectEqual(
            reaches(entries, where: Self.german.replacing(#", "value": 1"#, with: "")),
            [
                "all", "none after 0", "none after 0",
            ])
    }

    @Test(arguments: 0..<4)
    func `what is said of random entries is true of every context`(part: Int) throws {
        for number in 0..<TestScale.rounds(12) {
            var sample = try TargetedSample(seed: UInt64(9_000_000 + part * 1_000_000 + number))
            let settings = sample.settings()
            let document = try TargetedSample.document(settings)
            let space = CaseSpace(document)
            for setting in document.indices {
                guard let function = try SettingFunction(of: setting, in: space) else { continue }
                let record = document.loaded[setting]
                let reaches = try function.reaches(of: setting)
                for context in sample.someContexts where context.appVersion != nil {
                    let winner = document.resolve(setting, for: context).entry
                    for reach in reaches {
                        guard let entry = function.entry(of: reach.winner),
                            record.isEligible(document.loaded[entry], in: document.tree),
                            document.unmetConditions(of: entry, for: context).isEmpty
                        else { continue }
                        if entry == winner {
                            expect(reach.extent != .nobody, "\(settings) \(context)")
                            continue
                        }
                        expect(reach.extent != .everybody, "\(settings) \(context)")
                        let isBlocked = reach.blockers.contains { blocker in
                            function.entry(of: blocker).map {
                                document.unmetConditions(of: $0, for: context).isEmpty
                            } ?? false
                        }
                        expect(isBlocked, "\(settings) \(context)")
                    }
                }
            }
        }
    }
}
