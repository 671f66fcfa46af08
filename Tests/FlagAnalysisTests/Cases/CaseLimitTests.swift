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
        #expect(try space.cases(of: space.winners(of: targeted)).count == 3)
        for _ in 0..<2 {
            let failure = #expect(throws: CaseSpace.Failure.self) { try space.cases(of: space.winners(of: targeted)) }
            #expect(
                failure?.message()
                    == "the setting is too complex to be analysed: with it, the cases so far have more than 4000000 conditions"
            )
            #expect(failure?.note() == nil)
            #expect(failure?.help == "split the document, or test fewer attributes in its other settings")
            #expect(failure?.code == "too-many-cases")
        }
        #expect(try space.cases(of: space.winners(of: versions)).count == 2)
    }

    @Test func `functions are combined until all settings together have too many states`() throws {
        let document = try Self.document()
        let space = CaseSpace(document)
        let (targeted, versions) = (SettingIndex(0), SettingIndex(1))
        #expect(try space.cases(of: space.winners(of: targeted)).count == 3)
        #expect(space.diagram.stateCount > 0)
        space.diagram.stateCount = CaseLimit.allStateCount
        let failure = #expect(throws: CaseSpace.Failure.self) { try space.winners(of: targeted) }
        #expect(
            failure?.message()
                == "the setting is too complex to be analysed: so far, entries were combined in more than 4000000 ways"
        )
        #expect(try space.cases(of: space.winners(of: versions)).count == 2)
    }
}
