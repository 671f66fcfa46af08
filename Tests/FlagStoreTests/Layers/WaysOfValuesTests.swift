import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Every type of value, on every way into a store, and on every way out.
struct WaysOfValuesTests {
    /// How a value gets into a store.
    enum Way: String, CaseIterable, Sendable {
        case bundledDocument, fetchedDocument, source, argument, environment, override, text, imported, kept
    }

    enum Plain: String, Codable, Equatable, Sendable { case legacy, modern }

    struct Size: Codable, Equatable, Sendable {
        var width: Int
        var unit: String?
    }

    /// A type with a value other than its default.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let json: String
        let check: @Sendable (Way) async throws -> Void

        init<Value: SettingValue & Encodable>(_ value: Value, default defaultValue: Value, _ json: String) {
            description = "\(Value.self)"
            self.json = json
            check = { try await WaysOfValuesTests.compare(value, default: defaultValue, json, after: $0) }
        }
    }

    static let cases = [
        Case(true, default: false, "true"), Case(Bool?.some(true), default: nil, "true"),
        Case(7, default: 1, "7"), Case(Int?.some(7), default: 1, "7"), Case(Int?.some(7), default: nil, "7"),
        Case(Int64?.some(7), default: nil, "7"), Case(UInt8(7), default: 1, "7"),
        Case(0.5, default: 1, "0.5"), Case(Double?.some(0.5), default: nil, "0.5"), Case(Float(0.5), default: 1, "0.5"),
        Case("a b", default: "", #""a b""#), Case(String?.some("a b"), default: nil, #""a b""#),
        Case(String?.some("a b"), default: "c", #""a b""#),
        Case(Plain.modern, default: .legacy, #""modern""#), Case(Plain?.some(.modern), default: nil, #""modern""#),
        Case([1, 2], default: [], "[1,2]"), Case([Int]?.some([1]), default: nil, "[1]"),
        Case([Int?.some(1), nil], default: [], "[1,null]"),
        Case([String: Int]?.some(["a": 1]), default: nil, #"{"a":1}"#),
        Case(Size(width: 2, unit: "px"), default: Size(width: 0), #"{"unit":"px","width":2}"#),
        Case(Size?.some(Size(width: 2)), default: nil, #"{"width":2}"#),
        Case([Size(width: 2)], default: [], #"[{"width":2}]"#),
        Case([Plain]?.some([.modern]), default: nil, #"["modern"]"#),
        Case(Date?.some(Date(timeIntervalSinceReferenceDate: 5)), default: nil, "5"),
        Case(Date(timeIntervalSinceReferenceDate: 5), default: .distantPast, "5"),
        Case(URL?.some(URL(filePath: "/a")), default: nil, #""file:///a""#),
    ]

    @Test(arguments: cases, Way.allCases)
    func `a value is the same on every way in and out`(value: Case, way: Way) async throws {
        try await value.check(way)
    }

    private static func compare<Value: SettingValue & Encodable>(
        _ value: Value, default defaultValue: Value, _ json: String, after way: Way
    ) async throws {
        let key = SettingKey("group.x", default: defaultValue)
        let test = try await store(with: value, key, json, way)
        let snapshot = test.store.snapshot
        let resolution = test.store.resolution(of: key)
        expectEqual(test.store[key], value)
        expectEqual(snapshot[key], value)
        expectEqual(resolution.value, value)
        expectEqual(resolution.layer, layer(of: way))
        // A key that is made for the read.
        expectEqual(test.store[SettingKey("group.x", default: defaultValue)], value)
        let isOverride = layer(of: way) == .debugOverride
        expectEqual(test.store.settings.first { $0.name == "group.x" }?.isOverridden, isOverride)
        expect(test.store.recentDiagnostics.isEmpty, "\(test.store.recentDiagnostics)")
        if way == .bundledDocument || way == .fetchedDocument {
            expectEqual(snapshot.group("group", as: [String: PropertySetting<Value>].self)?["x"]?.value, value)
        }
        // What is exported is read again.
        guard isOverride, way != .argument, way != .environment else { return }
        let other = TestStore { $0.keys = [key] }
        try expectEqual(other.store.importOverrides(test.store.exportedOverrides), [])
        expectEqual(other.store[key], value)
    }

    private static func layer(of way: Way) -> SettingLayer {
        switch way {
        case .bundledDocument: .bundled
        case .fetchedDocument: .remote
        case .source: .app
        case .argument, .environment, .override, .text, .imported, .kept: .debugOverride
        }
    }

    private static func store<Value: SettingValue & Encodable>(
        with value: Value, _ key: SettingKey<Value>, _ json: String, _ way: Way
    ) async throws -> TestStore {
        let document = #"{"group": {"x": {"defaultValue": \#(json)}}}"#
        let text = try JSONDecoder().decode(
            String?.self, from: Data(json.utf8).isQuoted ? Data(json.utf8) : Data("null".utf8))
        let keys: [any DeclaredSetting] = [key]
        switch way {
        case .bundledDocument: return TestStore(document: document) { $0.keys = keys }
        case .fetchedDocument:
            let test = TestStore { $0.keys = keys }
            _ = await test.receive(document)
            return test
        case .source:
            return TestStore { configuration in
                configuration.keys = keys
                configuration.sources = [ValueSource("app") { ["group.x": SourceValue(value)] }]
            }
        case .argument:
            return TestStore { configuration in
                configuration.keys = keys
                configuration.arguments = ["--flag", "group.x=\(text ?? json)"]
            }
        case .environment:
            return TestStore { configuration in
                configuration.keys = keys
                configuration.environment = ["FLAG_GROUP_X": text ?? json]
            }
        case .override:
            let test = TestStore { $0.keys = keys }
            test.store.override(key, with: value)
            return test
        case .text:
            let test = TestStore { $0.keys = keys }
            try test.store.override("group.x", withText: text ?? json)
            return test
        case .imported:
            let test = TestStore { $0.keys = keys }
            try expectEqual(
                test.store.importOverrides(#"{"$overrides": {"group.x": {"value": \#(json)}}}"#), [])
            return test
        case .kept:
            let files = MemoryFiles()
            func start() -> TestStore {
                TestStore(on: files) { configuration in
                    configuration.keys = keys
                    configuration.keepsOverrides = true
                }
            }
            let first = start()
            first.store.override(key, with: value)
            await first.end()
            return start()
        }
    }
}

extension Data {
    /// Whether the JSON is a string.
    fileprivate var isQuoted: Bool { first == UInt8(ascii: "\"") }
}
