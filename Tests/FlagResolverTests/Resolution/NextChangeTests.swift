import FlagResolver
import Foundation
import TestSupport
import Testing

struct NextChangeTests {
    private static let now = "2026-12-01T00:00:00Z"

    private func nextChange(_ entries: String, others: String = "", at now: String = Self.now) throws -> String? {
        let document = try SettingsDocument(
            parsing: #"{"s": {"defaultValue": "a", "valuesByVersion": [\#(entries)]}\#(others)}"#)
        expect(document.issues.isEmpty)
        var context = EvaluationContext(appVersion: "2.0", targetingKey: "user-3")
        context.instant = try Instant(parsing: now)
        context["country"] = "DE"
        return document.snapshot(for: context).nextInstantOfChange?.description
    }

    @Test(
        arguments: [
            (#"{"from": "2026-12-05T00:00:00Z", "value": "b"}"#, "2026-12-05T00:00:00Z"),
            (#"{"until": "2026-12-05T00:00:00Z", "value": "b"}"#, "2026-12-05T00:00:00Z"),
            (
                #"{"from": "2026-11-01T00:00:00Z", "until": "2026-12-05T00:00:00Z", "value": "b"}"#,
                "2026-12-05T00:00:00Z"
            ),
            (#"{"from": "2026-12-05T00:00:00.000000001Z", "value": "b"}"#, "2026-12-05T00:00:00.000000001Z"),
            // Another entry with the same value is a change, too.
            (
                #"{"from": "2026-12-05T00:00:00Z", "value": "b"}, {"appVersion": "*", "value": "b"}"#,
                "2026-12-05T00:00:00Z"
            ),
            // The instants of now and before are over.
            (#"{"from": "2026-12-01T00:00:00Z", "value": "b"}"#, nil),
            (#"{"until": "2026-12-01T00:00:00Z", "value": "b"}"#, nil),
            (#"{"from": "2026-12-06T00:00:00Z", "until": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"from": "2026-12-05T00:00:00Z", "until": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            // The other conditions of the entry do not hold.
            (#"{"appVersion": "<2", "from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"when": {"country": "AT"}, "from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"rollout": {"percent": 0, "salt": "s"}, "from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"requires": "none", "from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            // An entry above it wins at any time.
            (#"{"appVersion": "*", "value": "c"}, {"from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"when": {"country": "DE"}, "value": "c"}, {"from": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            (#"{"from": "2026-11-01T00:00:00Z", "value": "c"}, {"until": "2026-12-05T00:00:00Z", "value": "b"}"#, nil),
            // The entry above it wins until later.
            (
                #"{"until": "2026-12-09T00:00:00Z", "value": "c"}, {"from": "2026-12-05T00:00:00Z", "value": "b"}"#,
                "2026-12-09T00:00:00Z"
            ),
            (
                #"{"from": "2026-12-04T00:00:00Z", "value": "c"}, {"until": "2026-12-05T00:00:00Z", "value": "b"}"#,
                "2026-12-04T00:00:00Z"
            ),
        ])
    func `the next change is the first instant at which another entry wins`(_ entries: String, _ expected: String?)
        throws
    {
        try expectEqual(nextChange(entries), expected)
    }

    @Test(
        arguments: [
            (
                #"{"requires": "p", "value": "b"}"#, #"{"from": "2026-12-05T00:00:00Z", "value": true}"#,
                "2026-12-05T00:00:00Z"
            ),
            // A prerequisite is a setting of the document itself, so that its change counts whatever requires it.
            (
                #"{"requires": "p", "from": "2027-01-01T00:00:00Z", "value": "b"}"#,
                #"{"until": "2026-12-05T00:00:00Z", "value": true}"#, "2026-12-05T00:00:00Z"
            ),
            (
                #"{"requires": "p", "from": "2026-12-05T00:00:00Z", "value": "b"}"#,
                #"{"until": "2026-12-09T00:00:00Z", "value": true}"#, "2026-12-05T00:00:00Z"
            ),
        ])
    func `schedules of prerequisites count`(_ entries: String, _ required: String, _ expected: String?) throws {
        let others = #", "p": {"defaultValue": false, "valuesByVersion": [\#(required)]}"#
        try expectEqual(nextChange(entries, others: others), expected)
    }

    @Test func `without a date, or without schedules, nothing changes`() throws {
        let entry = #"{"from": "2026-12-05T00:00:00Z", "value": true}"#
        let document = try SettingsDocument(parsing: #"{"s": {"defaultValue": false, "valuesByVersion": [\#(entry)]}}"#)
        expectNil(document.snapshot(for: EvaluationContext(appVersion: "2.0")).nextChange)
        let unscheduled = try SettingsDocument(parsing: #"{"s": true}"#)
        expectNil(unscheduled.snapshot(for: EvaluationContext(appVersion: "2.0", date: .now)).nextChange)
    }

    @Test(arguments: ["2026-12-05T00:00:00.123456789Z", "9999-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00.1Z"])
    func `the date is never before the instant, so that resolving for it changes the value`(_ instant: String) throws {
        let document = try SettingsDocument(
            parsing: #"{"s": {"defaultValue": 1, "valuesByVersion": [{"from": "\#(instant)", "value": 2}]}}"#)
        let before = try Instant(parsing: "0001-01-01T00:00:00Z").date
        let date = try #require(document.snapshot(for: EvaluationContext(date: before)).nextChange)
        let after = document.snapshot(for: EvaluationContext(date: date))
        expectEqual(after.value(for: "s", default: 0), 2)
        expectNil(after.nextChange)
        let justBefore = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextDown)
        expectEqual(document.snapshot(for: EvaluationContext(date: justBefore)).value(for: "s", default: 0), 1)
    }

    // MARK: Brute force

    /// A random document whose settings have schedules, prerequisites, and values of several types.
    private struct Sample {
        var random: SeededRandom

        static let instants = (0..<12).map { "2026-12-01T00:\($0 < 10 ? "0" : "")\($0):00Z" }

        mutating func document() -> String {
            let settings = (0..<5).map { number -> String in
                let entries = (0..<Int.random(in: 0...4, using: &random)).map { _ in entry(after: number) }
                let type =
                    random.chance(20) ? #""type": "\#(random.pick(["boolean", "string", "number", "integer"]))", "# : ""
                return
                    #""s\#(number)": {\#(type)"defaultValue": \#(value()), "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
            }
            return "{\(settings.shuffled(using: &random).joined(separator: ", "))}"
        }

        private mutating func entry(after number: Int) -> String {
            var members: [String] = []
            if random.chance(50) { members.append(#""from": "\#(random.pick(Self.instants))""#) }
            if random.chance(50) { members.append(#""until": "\#(random.pick(Self.instants))""#) }
            if random.chance(30) { members.append(#""requires": "s\#(Int.random(in: number...5, using: &random))""#) }
            if random.chance(20) { members.append(#""when": {"country": "\#(random.pick(["DE", "AT"]))"}"#) }
            if members.isEmpty || random.chance(15) {
                members.append(#""appVersion": "\#(random.pick([">=2", "<2", "*"]))""#)
            }
            return "{\(members.joined(separator: ", ")), \"value\": \(value())}"
        }

        mutating func value() -> String {
            random.chance(60)
                ? random.pick(["true", "false"]) : random.pick(["true", "1", "2.5", #""x""#, #""y""#, "null"])
        }
    }

    /// What every setting is, read as any type.
    private func values(of document: SettingsDocument, in context: EvaluationContext) -> [String] {
        let snapshot = document.snapshot(for: context)
        return document.names.flatMap { name -> [String] in
            let untyped = document.resolution(of: name, for: context)
            return [
                "\(untyped.value?.description ?? "none") \(String(describing: untyped.entryIndex))",
                text(snapshot.resolution(of: name, default: false)), text(snapshot.resolution(of: name, default: 0)),
                text(snapshot.resolution(of: name, default: 0.0)), text(snapshot.resolution(of: name, default: "")),
            ]
        }
    }

    private func text<Value>(_ resolution: Resolution<Value>) -> String {
        "\(resolution.value) \(String(describing: resolution.entryIndex)) \(String(describing: resolution.errorCode))"
    }

    @Test func `the next change agrees with resolving at every boundary`() throws {
        var sample = Sample(random: SeededRandom(seed: 24))
        var changeCount = 0
        for _ in 0..<TestScale.rounds(200) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: json)
            let instants = try Sample.instants.map { try Instant(parsing: $0) }
            var context = EvaluationContext(appVersion: "2.0", attributes: ["country": "DE"])
            for (index, now) in instants.enumerated() {
                context.instant = now
                let snapshot = document.snapshot(for: context)
                let before = values(of: document, in: context)
                let expected = instants[(index + 1)...].first { later in
                    var context = context
                    context.instant = later
                    return values(of: document, in: context) != before
                }
                expectEqual(snapshot.nextInstantOfChange, expected, "\(json) at \(now)")
                let boundary = snapshot.nextBoundary
                if let expected { expect(boundary.map { $0 <= expected } == true, "\(json) at \(now)") }
                if expected != nil { changeCount += 1 }
            }
        }
        expect(changeCount > TestScale.expected(500))
    }

    @Test func `before the next boundary, no type gets another value`() throws {
        var sample = Sample(random: SeededRandom(seed: 25))
        for _ in 0..<TestScale.rounds(150) {
            let json = sample.document()
            let document = try SettingsDocument(parsing: json)
            let refused = sample.random.pick(["true", "false", "1", "2.5", #""x""#, #""y""#])
            let instants = try Sample.instants.map { try Instant(parsing: $0) }
            var context = EvaluationContext(appVersion: "2.0", attributes: ["country": "DE"])
            for now in instants {
                context.instant = now
                let boundary = document.snapshot(for: context).nextBoundary
                let before = picky(document, context, refusing: refused)
                for later in instants where later > now && boundary.map({ later < $0 }) ?? true {
                    var context = context
                    context.instant = later
                    expectEqual(picky(document, context, refusing: refused), before, "\(json) at \(now)")
                }
            }
        }
    }

    /// The values of a type that refuses one value.
    private func picky(_ document: SettingsDocument, _ context: EvaluationContext, refusing refused: String) -> [String]
    {
        let snapshot = document.snapshot(for: context) {
            let decoder = JSONDecoder()
            if let key = Picky.refused { decoder.userInfo[key] = refused }
            return decoder
        }
        return document.names.map { text(snapshot.resolution(of: $0, default: Picky(text: "none"))) }
    }

    private struct Picky: Decodable, Sendable {
        static let refused = CodingUserInfoKey(rawValue: "refused")
        let text: String

        init(text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self.text = "\"\(text)\""
            } else if let flag = try? container.decode(Bool.self) {
                text = "\(flag)"
            } else if let number = try? container.decode(Int.self) {
                text = "\(number)"
            } else {
                text = "\(try container.decode(Double.self))"
            }
            if let key = Self.refused, text == decoder.userInfo[key] as? String {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "refused")
            }
        }
    }
}
