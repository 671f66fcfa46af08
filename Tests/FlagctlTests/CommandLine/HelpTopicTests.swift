import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct HelpTopicTests {
    @Test(arguments: HelpTopic.all.map(\.name))
    func `a topic fits a terminal, and the overview lists it`(_ name: String) throws {
        let page = try Run(["help", name])
        expect(page.status == 0 && page.error.isEmpty)
        expect(page.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        let overview = try Run(["help"])
        expect(overview.output.split(separator: "\n").contains { $0.hasPrefix("  \(name) ") })
    }

    @Test func `every command that the page for agents names works as it stands, and answers in JSON with a schema`()
        throws
    {
        let scratch = try Scratch()
        for (file, percent) in [("old.json", 5), ("app.json", 10)] {
            let entry =
                #"{ "appVersion": ">=2.0.0", "rollout": { "percent": \#(percent), "salt": "p" }, "value": true }"#
            try scratch.write(
                #"{ "payments": { "defaultValue": false, "valuesByVersion": [\#(entry)] } }"#, to: file)
        }
        try scratch.write("", to: "Sources/App.swift")
        try scratch.write(
            #"{ "document": "app.json", "expectations": [{ "name": "off", "version": "1.0.0", "expect": { "payments": false } }] }"#,
            to: "app.expectations.json")
        try scratch.write(#"{ "release": "1.6.0", "complete": true, "settings": {} }"#, to: "readers/1.6.0.reader.json")
        try scratch.makeRepository()
        let page = try Run(["help", "agents"]).output
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("flagctl ") }
        let names = [
            "NAME": "payments", "OLD": "old.json", "FILE": "app.json", "EXPECTATIONS": "app.expectations.json",
            "SOURCES": "Sources", "RECORDS": "readers",
        ]
        for line in lines {
            let words = line.split(separator: " ").map { names[String($0)] ?? String($0) }.joined(separator: " ")
            let command = words.replacing("NAME", with: "payments")
            let run = try scratch.shell("\(command) --format json")
            expect([0, 1].contains(run.status), "\(command): \(run.error)")
            expect(run.output.hasPrefix(#"{"schema":"flagctl/"#), "\(command): \(run.output)")
        }
        expect(lines.count >= 15)
    }
}
