import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rule for numbers of `Docs/DocumentFormat.md`, for a value wherever it is.
struct NumberRuleTests {
    /// A type of an app with the number in a member of each kind.
    struct Plan<Number: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
        let limit: Number
        let optional: Number?
        let list: [Number]
        let table: [String: [Number?]]
        let wrapped: Wrapped<Number>
        /// Decoded with the functions for containers within containers.
        let nested: Nested<Number>
        let setting: PropertySetting<Number>
    }

    /// A type that is decoded from a single value, as enums with raw values are.
    struct Wrapped<Number: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
        let number: Number
        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Number.self) }
    }

    struct Nested<Number: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
        let numbers: [Number]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .numbers)
            var inner = try list.nestedUnkeyedContainer()
            let object = try list.nestedContainer(keyedBy: CodingKeys.self)
            numbers = [
                try inner.decode(Number.self), try Number(from: inner.superDecoder()),
                try object.decode(Number.self, forKey: .number),
                try Number(from: container.superDecoder(forKey: .number)),
                try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object).decode(
                    Number.self, forKey: .number),
            ]
        }

        enum CodingKeys: CodingKey { case numbers, number, object }
    }

    static func nested(_ number: String) -> String {
        #"{"numbers": [[\#(number), \#(number)], {"number": \#(number)}], "number": \#(number), "object": {"number": \#(number)}}"#
    }

    static func plan(_ number: String) -> [(member: String, json: String)] {
        let setting = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "*", "value": \#(number)}]}"#
        return [
            ("limit", number), ("optional", number), ("list", "[1, \(number)]"),
            ("table", #"{"a_b": [null, \#(number)]}"#),
            ("wrapped", number), ("nested", nested(number)), ("setting", setting),
        ]
    }

    /// A plan with the number in one member, and 1 in all others.
    static func plan(_ number: String, in member: String) -> String {
        let members = zip(plan(number), plan("1")).map { own, one in
            #""\#(own.member)": \#(own.member == member ? own.json : one.json)"#
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private func snapshot(_ json: String) throws -> SettingsSnapshot {
        try SettingsDocument(parsing: #"{"s": {"defaultValue": \#(json)}}"#).snapshot(for: "1.0") {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
    }

    /// What a snapshot reads; `nil` for the default of the call.
    private func read<Value: Decodable & Equatable & Sendable>(
        _ json: String, _ fallback: Value, _ other: Value
    ) throws -> Value? {
        let snapshot = try snapshot(json)
        let (first, second) = (
            snapshot.resolution(of: "s", default: fallback), snapshot.resolution(of: "s", default: other)
        )
        expectEqual(first.reason, second.reason)
        return first.reason == .error ? nil : first.value
    }

    private func check<Number: Decodable & Hashable & Sendable & ExpressibleByIntegerLiteral>(
        _ number: String, as expected: Number?
    ) throws {
        let place = Comment(rawValue: "\(number) as \(Number.self)")
        try expectEqual(read(number, 7 as Number, 8), expected, place)
        try expectEqual(read(number, nil as Number?, 8), expected.map { $0 as Number? }, place)
        try expectEqual(read("[1, \(number)]", [7 as Number], []), expected.map { [1, $0] }, place)
        try expectEqual(read("[\(number)]", [7 as Number] as Set, []), expected.map { [$0] }, place)
        try expectEqual(
            read(#"{"a_b": \#(number)}"#, [:] as [String: Number?], ["": 8]), expected.map { ["a_b": $0] }, place)
        try expectEqual(read("[[[\(number)], null]]", [[[Number]?]](), [[]]), expected.map { [[[$0], nil]] }, place)
        for (member, _) in Self.plan("1") {
            let json = Self.plan(number, in: member)
            let one = try snapshot(Self.plan("1", in: member)).resolution(of: "s", default: nil as Plan<Number>?).value
            let plan = try snapshot(json).resolution(of: "s", default: nil as Plan<Number>?)
            let found = plan.value
            // An entry that cannot be read is skipped.
            if expected == nil, member == "setting" {
                expectEqual(found?.setting.value, 1, place)
                expectEqual(found?.setting.issues.count, 1, place)
                continue
            }
            expectEqual(found != nil, expected != nil, "\(place), \(member)")
            guard let expected, let found, let one else { continue }
            expectEqual(found.limit, member == "limit" ? expected : 1 as Number, "\(place), \(member)")
            expectEqual(found.optional, member == "optional" ? expected : 1, "\(place), \(member)")
            expectEqual(found.list, [1, member == "list" ? expected : 1], "\(place), \(member)")
            expectEqual(found.table, ["a_b": [nil, member == "table" ? expected : 1]], "\(place), \(member)")
            expectEqual(found.wrapped.number, member == "wrapped" ? expected : 1, "\(place), \(member)")
            expectEqual(
                found.nested.numbers, .init(repeating: member == "nested" ? expected : 1, count: 5),
                "\(place), \(member)")
            expectEqual(found.setting.value, member == "setting" ? expected : one.setting.value, "\(place), \(member)")
        }
    }

    @Test(arguments: NumberTable.rows)
    func `a type reads a number the same way wherever it is`(row: NumberTable.Row) throws {
        try check(row.number, as: row.int64.flatMap { Int64($0) })
        try check(row.number, as: row.int64.flatMap { Int($0) })
        try check(row.number, as: row.int64.flatMap { Int8($0) })
        try check(row.number, as: row.int64.flatMap { Int32($0) })
        try check(row.number, as: row.uint64.flatMap { UInt64($0) })
        try check(row.number, as: row.uint64.flatMap { UInt16($0) })
        try check(row.number, as: row.double.flatMap { Double($0) })
        try check(row.number, as: row.float.flatMap { Float($0) })
    }

    @Test func `the tables have rows`() {
        expect(NumberTable.rows.count > 25 && NumberTable.rowsOfDecoders.count > 3)
    }

    struct Model<Number: Decodable & Hashable & Sendable>: Decodable {
        let first: PropertySetting<Number>
        let list: PropertySetting<[Number]>
        let plan: PropertySetting<Plan<Number>>
        let plain: Number
    }

    private func checkModel<Number: Decodable & Hashable & Sendable & ExpressibleByIntegerLiteral>(
        _ number: String, as expected: Number?
    ) throws {
        func model(_ first: String, _ list: String, _ plan: String, _ plain: String) throws -> Model<Number>? {
            let entry = #""valuesByVersion": [{"appVersion": "*", "when": {"n": \#(number)}, "value": 5}]"#
            let document = try SettingsDocument(
                parsing: #"""
                    {"first": {"defaultValue": \#(first), \#(entry)}, "list": {"defaultValue": [\#(list)]},
                     "plan": \#(Self.plan(plan, in: "nested")), "plain": \#(plain)}
                    """#)
            return try? document.decode(Model<Number>.self, for: EvaluationContext(appVersion: "1.0"))
        }
        let place = Comment(rawValue: "\(number) as \(Number.self)")
        try expectEqual(model(number, "1", "1", "1")?.first.value, expected, place)
        try expectEqual(model("1", number, "1", "1")?.list.value, expected.map { [$0] }, place)
        try expectEqual(model("1", "1", number, "1")?.plan.value.nested.numbers.last, expected, place)
        try expectEqual(model("1", "1", "1", number)?.plain, expected, place)
    }

    @Test(arguments: NumberTable.rows)
    func `a model that a document decodes reads the same numbers`(row: NumberTable.Row) throws {
        try checkModel(row.number, as: row.int64.flatMap { Int64($0) })
        try checkModel(row.number, as: row.uint64.flatMap { UInt64($0) })
        try checkModel(row.number, as: row.double.flatMap { Double($0) })
        try checkModel(row.number, as: row.float.flatMap { Float($0) })
    }

    private func checkDecoder<Number: Decodable & Hashable & Sendable & ExpressibleByIntegerLiteral>(
        _ number: String, as expected: Number?
    ) {
        func decode<Value: Decodable>(_ json: String, _ type: Value.Type = Value.self) -> Value? {
            let settings = try? JSONDecoder(appVersion: "1").decode(
                [PropertySetting<Value>].self, from: Data("[\(json)]".utf8))
            return settings?.first?.value
        }
        let place = Comment(rawValue: "\(number) as \(Number.self)")
        expectEqual(decode(number), expected, place)
        expectEqual(decode(#"{"defaultValue": \#(number)}"#), expected, place)
        expectEqual(decode(number, Number?.self), expected.map { $0 as Number? }, place)
        expectEqual(decode("[1, \(number)]"), expected.map { [1, $0] }, place)
        expectEqual(decode("[\(number)]"), expected.map { [$0] as Set }, place)
        expectEqual(decode(#"{"defaultValue": {"a": [\#(number), null]}}"#), expected.map { ["a": [$0, nil]] }, place)
    }

    /// The value of a floating-point type that a decoder alone reads: nothing that it may have rounded from an integer.
    private func rounded<Number: BinaryFloatingPoint>(_ number: Number?, _ row: NumberTable.Row) -> Number? {
        let integer =
            row.int64.flatMap { Int64($0) }.map { Number(exactly: $0) }
            ?? row.uint64.flatMap { UInt64($0) }.map { Number(exactly: $0) }
        return integer == nil || integer == number ? number : nil
    }

    @Test func `a decoder alone reads the same numbers, with the differences that are documented`() {
        let differences = NumberTable.rowsOfDecoders
        let same = NumberTable.rows.filter { row in !differences.contains { $0.number == row.number } }
        for row in same + differences {
            checkDecoder(row.number, as: row.int64.flatMap { Int64($0) })
            checkDecoder(row.number, as: row.int64.flatMap { Int($0) })
            checkDecoder(row.number, as: row.int64.flatMap { Int8($0) })
            checkDecoder(row.number, as: row.uint64.flatMap { UInt64($0) })
        }
        for row in same {
            checkDecoder(row.number, as: rounded(row.double.flatMap { Double($0) }, row))
            checkDecoder(row.number, as: rounded(row.float.flatMap { Float($0) }, row))
        }
        for row in differences {
            checkDecoder(row.number, as: row.double.flatMap { Double($0) })
            checkDecoder(row.number, as: row.float.flatMap { Float($0) })
        }
    }

    @Test(arguments: ["9007199254740993", "1e-400", "0.30000000000000004", "1732750000"])
    func `types that are no numbers are read from a number as the decoder reads them`(number: String) throws {
        struct Others: Decodable, Sendable {
            let date: Date
            let custom: Date?
            let decimal: Decimal?
        }
        func message<Value: Decodable & Sendable>(_ json: String, _ type: Value.Type) throws -> (String?, String?) {
            let resolution = try snapshot(json).resolution(of: "s", default: nil as Value?)
            do {
                _ = try JSONDecoder().decode([Value].self, from: Data("[\(json)]".utf8))
                return (resolution.issues.first?.message, nil)
            } catch let error as DecodingError {
                return (resolution.issues.first?.message, error.context?.debugDescription)
            }
        }
        if number != "1e-400" {
            let json = #"{"date": \#(number), "decimal": \#(number)}"#
            let expected = try JSONDecoder().decode(Others.self, from: Data(json.utf8))
            let read = try snapshot(json).resolution(of: "s", default: nil as Others?).value
            expectEqual(read?.date, expected.date)
            expectEqual(read?.decimal, expected.decimal)
        }
        for (found, expected) in [
            try message(number, String.self), try message("[\(number)]", [Bool].self),
            try message("[\(number)]", [[Int]].self),
            try message("[\(number)]", [[String: Int]].self),
            try message(#"{"limit": \#(number)}"#, [String: Plan<Int>].self),
            try message("[\(number)]", [Plan<Int>].self),
        ] {
            let expected = try #require(expected)
            expect(found?.hasSuffix(expected) == true, "\(found ?? "none") is not about: \(expected)")
        }
    }

    @Test func `the key strategy and the strategies for values are those of the decoder`() throws {
        struct Model: Decodable, Sendable {
            let maxItems: Int
            let ratio: Double
            let startsAt: Date
            let names: [String: Int64]
        }
        let json = #"""
            {"max_items": 9007199254740993, "ratio": "infinite", "starts_at": "1970-01-02T00:00:00Z",
             "names": {"a_b": 9223372036854775807.0}}
            """#
        let document = try SettingsDocument(parsing: #"{"s": {"defaultValue": \#(json)}}"#)
        let model = document.snapshot(for: "1") {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .iso8601
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "infinite", negativeInfinity: "-", nan: "nan")
            return decoder
        }.value(for: "s", default: nil as Model?)
        expectEqual(model?.maxItems, 9_007_199_254_740_993)
        expectEqual(model?.ratio, .infinity)
        expectEqual(model?.startsAt, Date(timeIntervalSince1970: 86_400))
        expectEqual(model?.names, ["a_b": .max])
    }

    @Test func `an object that a merge built is read as if it were written`() throws {
        let trees = try [#"{"a": 9007199254740993, "b": 1}"#, #"{"b": 9223372036854775807.0}"#]
            .map { try JSONTree(parsing: Array($0.utf8)) }
        let merged = try trees[0].merging(trees[1])
        expect(merged.nodes[0].isMerged)
        let reader = ValueReader(context: EvaluationContext()) { JSONDecoder() }
        let integers = reader.read([String: Int64].self, at: 0, of: merged)
        try expectEqual(integers.get(), ["a": 9_007_199_254_740_993, "b": .max])
        expectNil(try? reader.read([String: Double].self, at: 0, of: merged).get())
    }
}
