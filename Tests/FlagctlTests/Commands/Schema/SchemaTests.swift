import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// What outputs look like, `.ci/check-outputs.py` holds against these schemas with a validator of JSON Schema.
@Suite(.blocking)
struct SchemaTests {
    @Test(arguments: ["settings", "expectations", "reader", "project"])
    func `the schema for editors is the one that is printed`(_ name: String) throws {
        let file = try FileSystem.read(PackageFolder.path + "/Configs/\(name).schema.json", atMost: .max)
        let run = try Run(["schema", name])
        expectEqual(run.output, String(decoding: file, as: UTF8.self))
        expect(run.error.isEmpty && run.status == 0)
    }

    @Test func `names of all schemas, and a near miss`() throws {
        try Snapshot.expect(["schema"], matches: "schema")
        try Snapshot.expect(["schema", "chekc"], matches: "schema-unknown")
        try Snapshot.expect(["schema", "check"], matches: "schema-check")
    }

    @Test func `every command that prints JSON has a schema`() {
        for command in Command.all {
            guard let format = command.option(named: "format"),
                case .choice(_, let formats) = format.declaration.form
            else { continue }
            let names = OutputSchema.all.map(\.name)
            expectEqual(names.contains(command.name), formats.contains("json"), "\(command.name)")
            expectEqual(names.contains("\(command.name)-line"), formats.contains("ndjson"), "\(command.name)")
        }
        expectEqual(Set(OutputSchema.all.map(\.name)).count, OutputSchema.all.count)
    }

    @Test(arguments: OutputSchema.all.map(\.name))
    func `a schema describes no member twice`(_ name: String) throws {
        let tree = try JSONTree(parsing: Array(try Run(["schema", name]).output.utf8))
        for node in tree.nodes.indices where tree.kind(of: node) == .object {
            let keys = tree.members(of: node).map { tree.string(at: $0.key) }
            expectEqual(Set(keys).count, keys.count, "\(keys)")
        }
    }

    @Test(arguments: OutputSchema.all.map(\.name))
    func `a schema is strict JSON that names its dialect, and all that it refers to is there`(_ name: String) throws {
        let output = try Run(["schema", name]).output
        let tree = try JSONTree(parsing: Array(output.utf8))
        let dialect = try #require(tree.member(named: "$schema" as String, of: 0))
        expect(tree.isString(at: dialect, equalTo: "https://json-schema.org/draft/2020-12/schema"))
        let definitions = tree.member(named: "$defs" as String, of: 0)
        for node in tree.nodes.indices where tree.kind(of: node) == .string {
            guard let text = tree.string(at: node), text.hasPrefix("#/") else { continue }
            let path = text.split(separator: "/").map(String.init)
            expect(path.count == 3 && path[1] == "$defs", "\(text)")
            expect(definitions.flatMap { tree.member(named: path.last ?? "", of: $0) } != nil, "\(text)")
        }
    }
}
