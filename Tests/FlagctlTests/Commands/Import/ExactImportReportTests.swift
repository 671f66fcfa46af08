import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ExactImportReportTests {
    /// A setting whose condition tests a country.
    private func imported(_ expression: String, _ words: String...) throws -> Run {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"conditions": [{"name": "c", "expression": "\(expression)"}],
             "parameters": {"p": {"defaultValue": {"value": "false"}, "conditionalValues": {"c": {"value": "true"}},
                                  "valueType": "BOOLEAN"}}}
            """, to: "t.json")
        return try scratch.flagctl(["import", "firebase"] + words + ["t.json"])
    }

    @Test(
        arguments: [
            ("device.country in ['DE']", "1 parameter: everybody gets the values of Firebase, if the remarks hold", 0),
            ("device.os == 'ios'", "1 parameter: everybody gets the values of Firebase\n", 0),
            ("device.country in ['us']", "1 parameter: 1 suspect", 1),
            ("device.country in ['DE', 'us']", "1 parameter: 1 suspect", 1),
            ("device.os == 'iOS'", "1 parameter: 1 suspect", 1),
        ] as [(String, String, Int32)])
    func `a parameter with a value that a store never gives is not exact`(
        _ expression: String, _ title: String, _ status: Int32
    ) throws {
        let run = try imported(expression)
        expect(run.error.hasPrefix("t.json: \(title)") && run.status == status, "\(run)")
        try expectEqual(imported(expression, "--accept", "p").status, 0)
        for format in ["json", "markdown"] {
            let report = try imported(expression, "--report", "\(format)=-").output
            let isNamed = report.contains("\"outcome\":\"suspect\"") || report.contains("(suspect)")
            expectEqual(isNamed, (status == 1), "\(report)")
        }
    }
}
