import FlagResolver
import TestSupport
import Testing

@testable import FlagAnalysis

/// The limits of all settings together.
struct CaseLimitTests {
    private static func document() throws -> SettingsDocument {
        let text = #"""
            {"targeted": {"defaultValue": 0, "valuesByVersion": [
                {"when": {"country": "DE"}, "value": 1}, {"when": {"plan": "pro"}, "value": 2}]},
             "versions": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=2", "value": 1}]}}
            """#
        return try SettingsDocument(parsing: Array(text.utf8))
    }

    @Test func `cases are listed until all settings together have too many conditions`() throws {
        let document = try Self.document()
        let space = CaseSpace(document)
        let (targeted, versions) = (try #require(document.index(named: "targeted")), SettingIndex(1))
        // Its three cases have five conditions: DE; not DE and pro; not DE and not pro.
        space.caseTable.conditionCount = CaseLimit.allConditionCount - 5
        try expectEqual(space.cases(of: space.winners(of: targeted)).count, 3)
        for _ in 0..<2 {
            let failure = #expect(throws: CaseSpace.Failure.self) { try space.cases(of: space.winners(of: targeted)) }
            expectEqual(
                failure?.message(),
                "the setting is too complex to be analysed: with it, the cases so far have more than 4000000 conditions"
            )
            expectEqual(failure?.note(), "the setting, with those that it requires, depends on 2 axes: country, plan")
            expectEqual(
                failure?.help,
                "split the document, test fewer attributes in its settings, or use one salt for several of them")
            expect(failure?.isOfAllSettings == true)
            expectEqual(failure?.code, "too-many-cases")
        }
        try expectEqual(space.cases(of: space.winners(of: versions)).count, 2)
    }

    @Test func `functions are combined until all settings together have too many states`() throws {
        let document = try Self.document()
        let space = CaseSpace(document)
        let (targeted, versions) = (SettingIndex(0), SettingIndex(1))
        try expectEqual(space.cases(of: space.winners(of: targeted)).count, 3)
        expect(space.diagram.stateCount > 0)
        space.diagram.stateCount = CaseLimit.allStateCount
        let failure = #expect(throws: CaseSpace.Failure.self) { try space.winners(of: targeted) }
        expectEqual(
            failure?.message(),
            "the setting is too complex to be analysed: so far, entries were combined in more than 1000000 ways")
        expectEqual(failure?.note(), "the setting, with those that it requires, depends on 2 axes: country, plan")
        try expectEqual(space.cases(of: space.winners(of: versions)).count, 2)
    }

    @Test func `a message names three axes, and the number of all`() throws {
        let conditions = ["a", "b", "c", "d", "e"].map { "\"\($0)\": 1" }.joined(separator: ", ")
        let text = #"{"s": {"defaultValue": 0, "valuesByVersion": [{"when": {\#(conditions)}, "value": 1}]}}"#
        let space = CaseSpace(try SettingsDocument(parsing: Array(text.utf8)))
        space.caseTable.conditionCount = CaseLimit.allConditionCount
        let failure = #expect(throws: CaseSpace.Failure.self) {
            try space.cases(of: space.winners(of: SettingIndex(0)))
        }
        expectEqual(failure?.note(), "the setting, with those that it requires, depends on 5 axes, such as a, b, c")
    }

    /// Every entry begins at a version of its own, so that one more entry matches in each segment of the version line.
    private static func staircase(_ count: Int) throws -> SettingsDocument {
        let entries = (0..<count).map { index in
            #"{"when": {"country": "c\#(index)"}, "appVersion": ">=1.\#(index).0", "value": \#(index % 7)}"#
        }
        let text = #"{"s": {"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#
        return try SettingsDocument(parsing: Array(text.utf8))
    }

    @Test(.long) func `the steps for twice as many entries are four times as many at most`() throws {
        let steps = try [256, 512, 1_024].map { count in
            let space = CaseSpace(try Self.staircase(count))
            _ = try space.winners(of: SettingIndex(0))
            return space.diagram.stepCount
        }
        // Two parts of 128 entries each are combined at once, which takes more steps.
        expect(steps[2] < 4 * steps[1] && steps[1] < 4 * steps[0], "\(steps)")
    }

    @Test func `a step too many is refused, and settings without conditions are answered`() throws {
        let document = try Self.document()
        let space = CaseSpace(document)
        space.diagram.stepCount = Int64(CaseLimit.allStepCount)
        let failure = #expect(throws: CaseSpace.Failure.self) { try space.winners(of: SettingIndex(0)) }
        expectEqual(
            failure?.message(),
            "the setting is too complex to be analysed: so far, cases took more than 1600000000 steps to find")
        expectEqual(failure?.code, "too-many-cases")
        try expectEqual(space.cases(of: space.winners(of: SettingIndex(1))).count, 2)
    }

    /// Settings that each require the `width` settings before them, which test versions of their own.
    private static func windows(_ count: Int, width: Int) throws -> SettingsDocument {
        let tested = (0..<width).map {
            #""t\#($0)": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=\#($0 + 1)", "value": true}]}"#
        }
        let settings = (0..<count).map { index in
            let required = (0..<width).map { "\"\(index < $0 + 1 ? "t\($0)" : "s\(index - $0 - 1)")\"" }
            return
                #""s\#(index)": {"defaultValue": false, "valuesByVersion": [{"requires": [\#(required.joined(separator: ","))], "#
                + #""value": true}]}"#
        }
        let text = "{\((tested + settings).joined(separator: ","))}"
        return try SettingsDocument(parsing: Array(text.utf8))
    }

    @Test func `that a setting is refused is kept for all settings that require it, which are searched once`() throws {
        let settings = (0..<100).map { index in
            let rollout = #""rollout": {"salt": "x\#(index)", "percent": 50}"#
            let entry = #"{"requires": "s\#(index + 1)", \#(rollout), "value": false}"#
            return #""s\#(index)": {"defaultValue": true, "valuesByVersion": [\#(entry)]}"#
        }
        let text = #"{\#(settings.joined(separator: ",")), "s100": {"defaultValue": true}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        let space = CaseSpace(document)
        space.diagram.stateCount = CaseLimit.allStateCount
        let first = try #require(document.index(named: "s0"))
        #expect(throws: CaseSpace.Failure.self) { try space.winners(of: first) }
        expectEqual(space.trueSettings.count, 100)
    }

    @Test func `lists of required settings that overlap are combined from common parts`() throws {
        let steps = try [16, 64].map { width in
            let document = try Self.windows(256, width: width)
            let space = CaseSpace(document)
            for setting in document.indices { _ = try space.winners(of: setting) }
            return space.diagram.stepCount
        }
        // Without common parts, each list takes steps in proportion to its length.
        expect(steps[0] > 0 && steps[1] < 3 * steps[0], "\(steps)")
    }

    @Test func `steps along the version line count, too`() throws {
        let document = try Self.windows(2, width: 4)
        let space = CaseSpace(document)
        space.diagram.stepCount = Int64(CaseLimit.allStepCount)
        let failure = #expect(throws: CaseSpace.Failure.self) { try space.winners(of: SettingIndex(5)) }
        expectEqual(
            failure?.message(),
            "the setting is too complex to be analysed: so far, cases took more than 1600000000 steps to find")
        // A setting that tests nothing but the version is always answered.
        try expectEqual(space.winners(of: SettingIndex(0)).count, 2)
    }

    @Test(arguments: [(0, 5), (600, 5), (800, 3), (1_024, 2), (20_000, 2)])
    func `all parts of a large document together take little more than two spaces`(_ count: Int, _ fifths: Int) {
        let share = CaseLimit.share(ofSettings: count)
        expectEqual(share.states, CaseLimit.allStateCount / 5 * fifths)
        expectEqual(share.steps, Int64(CaseLimit.allStepCount / 5 * fifths))
    }
}
