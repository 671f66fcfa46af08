import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct AliasTests {
    struct Payment: Codable, Equatable {
        let id: Int
        let amount: Double
        let note: String?
        let refund: OptionalValue<Int>?
        let lines: [Line]?

        enum CodingKeys: String, TolerantCodingKey {
            case id, amount, note, refund, lines

            enum Aliases: String, KeyAliases {
                case weirdAmount, specialAmount, totalAmount, comment, refundCents
                case positions = "line_items"

                var target: CodingKeys {
                    switch self {
                    case .weirdAmount, .specialAmount, .totalAmount: .amount
                    case .comment: .note
                    case .refundCents: .refund
                    case .positions: .lines
                    }
                }
            }
        }

        init(_ id: Int, _ amount: Double, note: String? = nil, refund: OptionalValue<Int>? = nil, lines: [Line]? = nil)
        {
            (self.id, self.amount, self.note, self.refund, self.lines) = (id, amount, note, refund, lines)
        }
    }

    struct Line: Codable, Equatable {
        let quantity: Int

        private enum CodingKeys: String, TolerantCodingKey {
            typealias Aliases = LineNames
            case quantity
        }

        private enum LineNames: String, KeyAliases {
            case qty, amount
            var target: CodingKeys { .quantity }
        }
    }

    @Test(
        arguments: [
            (#"{"id": 1, "amount": 2.5}"#, Payment(1, 2.5)), (#"{"id": 1, "weirdAmount": 2.5}"#, Payment(1, 2.5)),
            (#"{"id": 1, "totalAmount": 2}"#, Payment(1, 2)),
            (#"{"id": 1, "specialAmount": 2, "comment": "x"}"#, Payment(1, 2, note: "x")),
            (#"{"id": 1, "amount": 2, "comment": null}"#, Payment(1, 2)),
            (#"{"id": 1, "amount": 2, "refundCents": null}"#, Payment(1, 2, refund: .null)),
            (#"{"id": 1, "amount": 2, "refundCents": 5}"#, Payment(1, 2, refund: .value(5))),
            (
                #"{"id": 1, "amount": 2, "line_items": [{"qty": 3}, {"amount": 4}]}"#,
                Payment(1, 2, lines: [Line(quantity: 3), Line(quantity: 4)])
            ),
        ] as [(String, Payment)])
    func `a field is read under each of its names`(json: String, expected: Payment) throws {
        let (payment, issues) = try decodeWithIssues(Payment.self, json)
        expectEqual(payment, expected)
        expect(issues.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"id": 1, "totalAmount": 3, "amount": 2}"#, 2, "amount", #""amount" and "totalAmount""#),
            (#"{"id": 1, "amount": 2, "weirdAmount": 2}"#, 2, "amount", #""amount" and "weirdAmount""#),
            (#"{"id": 1, "totalAmount": 3, "weirdAmount": 4}"#, 4, "weirdAmount", #""weirdAmount" and "totalAmount""#),
        ] as [(String, Double, String, String)])
    func `the canonical name wins, then the alias declared first, with an issue`(
        json: String, expected: Double, path: String, names: String
    ) throws {
        let (payment, issues) = try decodeWithIssues(Payment.self, json)
        expectEqual(payment.amount, expected)
        expectEqual(issues.map(\.code), [.conflictingKeys])
        expectEqual(issues.map(\.path), [path])
        expect(issues.first?.message.hasPrefix(names + " are names of the same field") == true)
        let error = try decodingError(Payment.self, json, with: strict())
        expect(error.summary.hasPrefix("corrupted at \(path): \(names)"))
    }

    @Test func `aliases apply only to the models that declare them`() throws {
        struct Plain: Decodable {
            let amount: Int?
            let totalAmount: Int?
        }
        struct Document: Decodable {
            let payment: Payment
            let plain: Plain
            let dictionary: [String: Int]
        }
        let json = """
            {"payment": {"id": 1, "totalAmount": 1}, "plain": {"totalAmount": 2}, "dictionary": {"weirdAmount": 3}}
            """
        let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
        expectEqual(document.payment.amount, 1)
        expectNil(document.plain.amount)
        expectEqual(document.plain.totalAmount, 2)
        expectEqual(document.dictionary, ["weirdAmount": 3])
    }

    @Test func `a model with aliases may contain itself`() throws {
        final class Node: Decodable {
            let value: Int
            let child: Node?

            enum CodingKeys: String, TolerantCodingKey {
                case value, child
                enum Aliases: String, KeyAliases {
                    case v, next
                    var target: CodingKeys { self == .v ? .value : .child }
                }
            }
        }
        let json = #"{"v": 1, "next": {"value": 2, "next": {"v": 3, "child": {"value": 4, "child": null}}}}"#
        let node = try JSONDecoder().decode(Node.self, from: Data(json.utf8))
        let values = sequence(first: node, next: \.child).map(\.value)
        expectEqual(values, [1, 2, 3, 4])
    }

    @Test func `aliases work with a key strategy, spelled as in the document or as converted`() throws {
        let json = #"{"ID": 1, "Weird-Amount": 2, "LINE_ITEMS": [{"Qty": 5}]}"#
        let payment = try JSONDecoder.tolerant().decode(Payment.self, from: Data(json.utf8))
        expectEqual(payment, Payment(1, 2, lines: [Line(quantity: 5)]))
    }

    @Test func `the paths of errors and issues have the alias of the document`() throws {
        let error = try decodingError(Payment.self, #"{"id": 1, "amount": 2, "line_items": [{"qty": "x"}]}"#)
        expect(error.summary.hasPrefix("mismatch of Int at line_items.[0].qty: "))

        struct Box: Decodable {
            let settings: [String: PropertySetting<Bool>]
            enum CodingKeys: String, TolerantCodingKey {
                case settings
                enum Aliases: String, KeyAliases {
                    case flags
                    var target: CodingKeys { .settings }
                }
            }
        }
        let json = #"{"flags": {"a": {"defaultValue": true, "valuesByVersion": [1]}}}"#
        let issues = try decodeWithIssues(Box.self, json, with: JSONDecoder(appVersion: "1")).issues
        expectEqual(issues.map(\.path), ["flags.a.valuesByVersion[0]"])
    }

    /// A model in a string, which a decoder of its own reads.
    final class Embedded<Model: Decodable>: Decodable {
        let model: Model

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            let inner = JSONDecoder()
            inner.settingIssues = decoder.userInfo[.settingIssues] as? SettingIssueCollector
            model = try inner.decode(Model.self, from: Data(text.utf8))
        }
    }

    struct Ordinary: Decodable {
        let payload: PropertySetting<Int>
        let rows: [Int]
    }

    struct Wrapper: Decodable {
        let payload: Embedded<Ordinary>?
        let nested: Embedded<Wrapper>?
        let flag: PropertySetting<Int>?

        enum CodingKeys: String, TolerantCodingKey {
            case payload, nested, flag

            enum Aliases: String, KeyAliases {
                case body, inner, rule

                var target: CodingKeys {
                    switch self {
                    case .body: .payload
                    case .inner: .nested
                    case .rule: .flag
                    }
                }
            }
        }
    }

    private static let badEntry = #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "?", "value": 2}]}"#

    @Test(arguments: ["payload", "body"])
    func `the issues of a decoder within a value have its own paths`(name: String) throws {
        let text = try String(
            decoding: JSONEncoder().encode(#"{"payload": \#(Self.badEntry), "rows": []}"#), as: UTF8.self)
        let issues = try decodeWithIssues(Wrapper.self, #"{"\#(name)": \#(text)}"#).issues
        expectEqual(issues.map(\.path), ["payload", "payload.valuesByVersion[0].appVersion"])
    }

    @Test(arguments: ["payload", "body"])
    func `the errors of a decoder within a value have its own paths`(name: String) throws {
        let text = try String(decoding: JSONEncoder().encode(#"{"payload": 1, "rows": [1, "x"]}"#), as: UTF8.self)
        let error = try decodingError(Wrapper.self, #"{"\#(name)": \#(text)}"#)
        expect(error.summary.hasPrefix("mismatch of Int at rows.[1]:"))
        let wrong = try decodingError(Wrapper.self, #"{"\#(name)": "{\"payload\": [], \"rows\": []}"}"#)
        expect(wrong.summary.hasPrefix("mismatch of Int at payload:"))
    }

    @Test(arguments: [("nested", "flag"), ("inner", "flag"), ("nested", "rule"), ("inner", "rule")])
    func `a decoder within a value may read the same model`(outer: String, inner: String) throws {
        func text(_ json: String) throws -> String { String(decoding: try JSONEncoder().encode(json), as: UTF8.self) }
        let innermost = try text(#"{"\#(inner)": \#(Self.badEntry)}"#)
        let middle = try text(#"{"nested": \#(innermost), "\#(inner)": \#(Self.badEntry)}"#)
        let issues = try decodeWithIssues(Wrapper.self, #"{"\#(outer)": \#(middle), "\#(inner)": \#(Self.badEntry)}"#)
            .issues
        let expected = [inner, "\(inner).valuesByVersion[0].appVersion"]
        expectEqual(issues.map(\.path), expected + expected + expected)
    }

    struct Recursive: Decodable {
        let setting: PropertySetting<Embedded<Recursive>>?

        enum CodingKeys: String, TolerantCodingKey {
            case setting
            enum Aliases: String, KeyAliases {
                case rule
                var target: CodingKeys { .setting }
            }
        }
    }

    @Test(arguments: [("setting", "setting"), ("rule", "setting"), ("setting", "rule"), ("rule", "rule")])
    func `a decoder within a value may read the same key of the same model`(outer: String, inner: String) throws {
        func text(_ json: String) throws -> String { String(decoding: try JSONEncoder().encode(json), as: UTF8.self) }
        let entry = #"{"defaultValue": "{}", "valuesByVersion": [{"appVersion": "?", "value": "{}"}]}"#
        let issues = try decodeWithIssues(
            Recursive.self, #"{"\#(outer)": \#(text(#"{"\#(inner)": \#(entry)}"#))}"#
        ).issues
        expectEqual(issues.map(\.path), [inner, "\(inner).valuesByVersion[0].appVersion"])
    }

    @Test func `nested aliases all have their names in paths`() throws {
        struct Node: Decodable {
            let children: [Node]?
            let flag: PropertySetting<Int>?

            enum CodingKeys: String, TolerantCodingKey {
                case children, flag
                enum Aliases: String, KeyAliases {
                    case nodes, rule
                    var target: CodingKeys { self == .nodes ? .children : .flag }
                }
            }
        }
        let json =
            #"{"nodes": [{}, {"children": [{"nodes": [{"rule": \#(Self.badEntry)}], "flag": \#(Self.badEntry)}]}]}"#
        let issues = try decodeWithIssues(Node.self, json).issues.map(\.path)
        let inner = "nodes[1].children[0].nodes[0].rule"
        let outer = "nodes[1].children[0].flag"
        let appVersion = "valuesByVersion[0].appVersion"
        expectEqual(issues, [inner, "\(inner).\(appVersion)", outer, "\(outer).\(appVersion)"])
    }

    @Test func `the error for a missing field names its canonical key and the nearest key of the object`() throws {
        let error = try decodingError(Payment.self, #"{"id": 1, "ammount": 2}"#)
        expectEqual(error.summary, #"no key amount at : there is no key "amount"; the nearest one is "ammount""#)
    }

    @Test func `a model with aliases encodes under its canonical names`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Payment(1, 2, lines: [Line(quantity: 3)]))
        expectEqual(String(decoding: data, as: UTF8.self), #"{"amount":2,"id":1,"lines":[{"quantity":3}]}"#)
    }

    @Test func `properties of every type are read under aliases, whether present, missing or null`() throws {
        struct Everything: Decodable {
            let a: Bool, b: String, c: Double, d: Float, e: Int, f: Int8, g: Int16, h: Int32, i: Int64
            let j: UInt, k: UInt8, l: UInt16, m: UInt32, n: UInt64, o: [Int]
            let p: Bool?, q: String?, r: Double?, s: Float?, t: Int?, u: Int8?, v: Int16?, w: Int32?, x: Int64?
            let y: UInt?, z: UInt8?, za: UInt16?, zb: UInt32?, zc: UInt64?, zd: [Int]?

            enum CodingKeys: String, TolerantCodingKey, CaseIterable {
                case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, za, zb, zc, zd
                enum Aliases: String, KeyAliases {
                    case a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2, o2, p2, q2, r2, s2, t2
                    case u2, v2, w2, x2, y2, z2, za2, zb2, zc2, zd2
                    var target: CodingKeys { CodingKeys(rawValue: String(rawValue.dropLast())) ?? .a }
                }
            }
        }
        let keys = Everything.CodingKeys.allCases.map(\.rawValue)
        func json(_ names: [String], optional: Bool = true, null: Bool = false) -> String {
            let members = names.enumerated().compactMap { index, name -> String? in
                guard optional || index < 15 else { return nil }
                let value =
                    switch index % 15 {
                    case 0: "true"
                    case 1: #""x""#
                    case 14: "[1]"
                    default: "1"
                    }
                return "\"\(name)\": \(null && index >= 15 ? "null" : value)"
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        let required =
            "a: true, b: \"x\", c: 1.0, d: 1.0, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1, o: [1]"
        let ones = ["t", "u", "v", "w", "x", "y", "z", "za", "zb", "zc"].map { ", \($0): Optional(1)" }.joined()
        let there =
            ", p: Optional(true), q: Optional(\"x\"), r: Optional(1.0), s: Optional(1.0)\(ones), zd: Optional([1])"
        let missing = keys.dropFirst(15).map { ", \($0): nil" }.joined()
        for names in [keys, keys.map { $0 + "2" }] {
            func decoded(_ json: String) throws -> String {
                "\(try JSONDecoder().decode(Everything.self, from: Data(json.utf8)))"
            }
            try expectEqual(decoded(json(names)), "Everything(\(required)\(there))")
            try expectEqual(decoded(json(names, optional: false)), "Everything(\(required)\(missing))")
            try expectEqual(decoded(json(names, null: true)), "Everything(\(required)\(missing))")
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    @Test func `integers of 128 bits are read under aliases`() throws {
        struct Wide: Decodable {
            let signed: Int128
            let unsigned: UInt128?

            enum CodingKeys: String, TolerantCodingKey {
                case signed, unsigned
                enum Aliases: String, KeyAliases {
                    case balance, total
                    var target: CodingKeys { self == .balance ? .signed : .unsigned }
                }
            }
        }
        for (json, unsigned) in [
            (#"{"balance": -170141183460469231731687303715884105728, "total": 1}"#, 1),
            (#"{"signed": -170141183460469231731687303715884105728}"#, nil),
        ] as [(String, UInt128?)] {
            let wide = try JSONDecoder().decode(Wide.self, from: Data(json.utf8))
            expectEqual(wide.signed, Int128.min)
            expectEqual(wide.unsigned, unsigned)
        }
    }

    @Test func `code that decodes by hand finds aliases`() throws {
        struct Manual: Decodable {
            init(from decoder: any Decoder) throws {
                let payment = try decoder.container(keyedBy: Payment.CodingKeys.self)
                expect(payment.contains(.amount) && payment.contains(.note) && payment.contains(.lines))
                expect(!payment.contains(.id))
                try expect(payment.decodeNil(forKey: .note))
                try expectEqual(payment.superDecoder(forKey: .amount).singleValueContainer().decode(Int.self), 2)
                var lines = try payment.nestedUnkeyedContainer(forKey: .lines)
                try expectEqual(lines.decode(Line.self).quantity, 5)
                let refund = try payment.nestedContainer(keyedBy: DynamicKey.self, forKey: .refund)
                try expectEqual(refund.required("cents", as: Int.self), 7)
                expectEqual(Set(payment.allKeys), [.amount, .note, .lines, .refund])
            }
        }
        let json = #"{"weirdAmount": 2, "comment": null, "line_items": [{"qty": 5}], "refundCents": {"cents": 7}}"#
        _ = try JSONDecoder().decode(Manual.self, from: Data(json.utf8))
    }

    enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case square(side: Int)

        enum CodingKeys: String, TolerantCodingKey {
            case circle, square
            enum Aliases: String, KeyAliases {
                case round
                var target: CodingKeys { .circle }
            }
        }

        enum CircleCodingKeys: String, TolerantCodingKey {
            case radius
            enum Aliases: String, KeyAliases {
                case r
                var target: CircleCodingKeys { .radius }
            }
        }
    }

    @Test(
        arguments: [
            (#"{"circle": {"radius": 1}}"#, .circle(radius: 1)), (#"{"round": {"r": 2}}"#, .circle(radius: 2)),
            (#"{"circle": {"r": 3}}"#, .circle(radius: 3)), (#"{"square": {"side": 4}}"#, .square(side: 4)),
        ] as [(String, Shape)])
    func `cases of enumerations and their associated values have aliases`(json: String, expected: Shape) throws {
        try expectEqual(JSONDecoder().decode(Shape.self, from: Data(json.utf8)), expected)
    }

    @Test(arguments: [
        (#"{"round": {"r": "x"}}"#, "round.r"), (#"{"round": {"radius": "x"}}"#, "round.radius"),
        (#"{"round": {}}"#, "round"), (#"{"round": 1}"#, "round"), (#"{"circle": {"r": "x"}}"#, "circle.r"),
    ])
    func `an error within a case has the names of the document`(json: String, path: String) throws {
        try expectEqual(decodingError(Shape.self, json).path, path)
    }

    /// Reads an order in each of the ways that a hand-written initializer has.
    struct ManualOrder: Decodable {
        enum CodingKeys: String, TolerantCodingKey {
            case order, lines
            enum Aliases: String, KeyAliases {
                case purchase, rows
                var target: CodingKeys { self == .purchase ? .order : .lines }
            }
        }

        struct Item: Decodable {
            let count: PropertySetting<Int>

            enum CodingKeys: String, TolerantCodingKey {
                case count
                enum Aliases: String, KeyAliases {
                    case number
                    var target: CodingKeys { .count }
                }
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard container.contains(.order) else {
                var lines = try container.nestedUnkeyedContainer(forKey: .lines)
                while !lines.isAtEnd { _ = try lines.decode(Item.self) }
                return
            }
            let order = try container.nestedContainer(keyedBy: Item.CodingKeys.self, forKey: .order)
            _ = try order.decode(PropertySetting<Int>.self, forKey: .count)
            _ = try Item(from: container.superDecoder(forKey: .order))
            _ = try container.superDecoder(forKey: .order).singleValueContainer().decode(Item.self)
            _ = try order.superDecoder(forKey: .count).singleValueContainer().decode(PropertySetting<Int>.self)
            _ = try PropertySetting<Int>(from: order.superDecoder(forKey: .count))
        }
    }

    @Test(arguments: ["order", "purchase"], ["count", "number"])
    func `issues and errors in nested containers have the names of the document`(order: String, count: String) throws {
        let issues = try decodeWithIssues(ManualOrder.self, #"{"\#(order)": {"\#(count)": \#(Self.badEntry)}}"#).issues
        let path = "\(order).\(count)"
        expectEqual(
            issues.map(\.path),
            Array(repeating: [path, "\(path).valuesByVersion[0].appVersion"], count: 5).flatMap { $0 })
        try expectEqual(decodingError(ManualOrder.self, #"{"\#(order)": {"\#(count)": "x"}}"#).path, path)
        try expectEqual(decodingError(ManualOrder.self, #"{"\#(order)": 1}"#).path, order)
    }

    @Test(arguments: ["lines", "rows"], ["count", "number"])
    func `issues and errors in nested lists have the names of the document`(lines: String, count: String) throws {
        let json = #"{"\#(lines)": [{"count": 1}, {"\#(count)": \#(Self.badEntry)}]}"#
        let path = "\(lines)[1].\(count)"
        let issues = try decodeWithIssues(ManualOrder.self, json).issues
        expectEqual(issues.map(\.path), [path, "\(path).valuesByVersion[0].appVersion"])
        try expectEqual(
            decodingError(ManualOrder.self, #"{"\#(lines)": [{"count": 1}, {"\#(count)": "x"}]}"#).path, path)
    }

    @Test func `both names of a case are an error, as two cases are`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Shape.self, from: Data(#"{"circle": {"r": 3}, "round": {"r": 2}}"#.utf8))
        }
    }

    @Test(arguments: [#"{"userID": 1, "homeURLs": ["x"]}"#, #"{"user_id": 1, "home_urls": ["x"]}"#, #"{"UserId": 1}"#])
    func `a property in capitals is found whatever the conversion makes of its key`(json: String) throws {
        struct User: Decodable {
            let userID: Int
            let homeURLs: [String]?
            enum CodingKeys: String, TolerantCodingKey { case userID, homeURLs }
        }
        let user = try JSONDecoder.tolerant().decode(User.self, from: Data(json.utf8))
        expectEqual(user.userID, 1)
        expectEqual(user.homeURLs, (json.contains("x") ? ["x"] : nil))
    }

    @Test(arguments: [#"{"owner": 2, "user_id": 1}"#, #"{"owner": 2, "userID": 1}"#, #"{"ownerId": 2, "USER_ID": 1}"#])
    func `the canonical name wins over aliases, whatever the conversion makes of it`(json: String) throws {
        struct Account: Decodable {
            let userID: Int
            enum CodingKeys: String, TolerantCodingKey {
                case userID
                enum Aliases: String, KeyAliases {
                    case owner, ownerID
                    var target: CodingKeys { .userID }
                }
            }
        }
        let (account, issues) = try decodeWithIssues(Account.self, json, with: .tolerant())
        expectEqual(account.userID, 1)
        expectEqual(issues.map(\.code), [.conflictingKeys])
        expectEqual(issues.map(\.path), ["userId"])
        try expectEqual(decodingError(Account.self, json, with: strict(.tolerant())).settingIssueCode, .conflictingKeys)
    }

    @Test func `models with ordinary coding keys get aliases from a conversion, for one object or for all`() throws {
        struct Item: Decodable { let amount: Int? }
        struct Order: Decodable {
            let first: Item
            let second: Item
        }
        let json = Data(#"{"first": {"total_amount": 1}, "second": {"totalAmount": 2}}"#.utf8)
        let decoder = JSONDecoder()
        decoder.keyConversion = .lowerCamelCase.then(.aliases(["totalAmount": "amount"]))
        var order = try decoder.decode(Order.self, from: json)
        expectEqual([order.first.amount, order.second.amount], [1, 2])
        decoder.keyConversion = .lowerCamelCase.then(
            .aliases(["totalAmount": "amount"]) { $0.last?.stringValue == "first" })
        order = try decoder.decode(Order.self, from: json)
        expectEqual([order.first.amount, order.second.amount], [1, nil])
    }
}
