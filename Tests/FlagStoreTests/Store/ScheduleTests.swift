import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Schedules follow the wall clock of the store.
struct ScheduleTests {
    private static let sale = SettingKey("sale", default: "none")

    private static let document = #"""
        {"sale": {"defaultValue": "off", "valuesByVersion": [
            {"from": "2026-12-01T00:00:00Z", "until": "2026-12-02T00:00:00Z", "value": "on"}]},
         "other": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "*", "value": 1},
            {"from": "2026-11-30T12:00:00Z", "value": 2}]}}
        """#

    private static let context = EvaluationContext(appVersion: "1.0", date: date("2026-11-30T00:00:00Z"))

    private static func date(_ text: String) -> Date {
        (try? Instant(parsing: text))?.date ?? .distantPast
    }

    private func store(_ configure: (inout StoreConfiguration) -> Void = { _ in }) -> TestStore {
        TestStore(context: Self.context, document: Self.document, configure: configure)
    }

    @Test(
        arguments: [
            ("2026-11-30T23:59:59Z", "off"), ("2026-12-01T00:00:00Z", "on"), ("2026-12-01T23:59:59Z", "on"),
            ("2026-12-02T00:00:00Z", "off"), ("2036-12-02T00:00:00Z", "off"), ("1970-01-01T00:00:00Z", "off"),
        ])
    func `a test sets the date, forward and back`(_ date: String, _ expected: String) {
        let test = store()
        expectEqual(test.store[Self.sale], "off")
        test.date = Self.date(date)
        expectEqual(test.store[Self.sale], expected)
        expectEqual(test.date, Self.date(date))
        expectEqual(test.store.snapshot[Self.sale], expected)
        test.date = Self.date("2026-12-01T12:00:00Z")
        expectEqual(test.store[Self.sale], "on")
        test.date = Self.date(date)
        expectEqual(test.store[Self.sale], expected)
    }

    @Test func `time passes, and listeners are notified once for each change`() async {
        let test = store()
        var updates = test.store.updates.makeAsyncIterator()
        for expected in ["on", "off"] {
            test.clock.advance(by: .seconds(86_400))
            let update = await updates.next()
            expectEqual(update?.changedNames, ["sale"])
            expectEqual(update?.snapshot[Self.sale], expected)
            expectEqual(test.store[Self.sale], expected)
        }
        test.store.override(SettingKey("marker", default: 0), with: 1)
        await expectEqual(updates.next()?.changedNames, ["marker"])
    }

    @Test func `the store sleeps until the next boundary, at most an hour, and for ever after the last one`() {
        let test = store()
        expectEqual(test.store.timeOfNextCheck, .seconds(3_600))
        let last = TestStore(
            context: EvaluationContext(appVersion: "1.0", date: Self.date("2026-12-03T00:00:00Z")),
            document: Self.document)
        expectNil(last.store.timeOfNextCheck)
        let late = TestStore(
            context: EvaluationContext(appVersion: "1.0", date: Self.date("2026-11-30T23:59:35Z")),
            document: Self.document)
        expectEqual(late.store.timeOfNextCheck, .seconds(25))
        let unscheduled = TestStore(context: Self.context, document: #"{"sale": "on"}"#)
        expectNil(unscheduled.store.timeOfNextCheck)
    }

    @Test(arguments: ["2026-12-01T12:00:00Z", "2026-11-01T00:00:00Z", "2099-01-01T00:00:00Z"])
    func `a clock that was set is noticed at the next check`(_ date: String) async {
        let test = TestStore(
            context: EvaluationContext(appVersion: "1.0", date: Self.date("2026-12-01T12:00:00Z")),
            document: Self.document)
        expectEqual(test.store[Self.sale], "on")
        var values = test.store.values(of: Self.sale).makeAsyncIterator()
        await expectEqual(values.next(), "on")
        // Nothing is read from the wall clock between two checks.
        test.clock.wallTime = Int64(Self.date(date).timeIntervalSince1970)
        expectEqual(test.store[Self.sale], "on")
        test.clock.advance(by: .seconds(3_600))
        if date.hasPrefix("2026-12-01") {
            test.store.close()
            await expectNil(values.next())
        } else {
            await expectEqual(values.next(), "off")
        }
    }

    @Test(arguments: ["an answer", "a failure", "the foreground"])
    func `a clock that was set is noticed sooner with`(_ occasion: String) async {
        let test = store()
        expectEqual(test.store[Self.sale], "off")
        test.store.enterBackground()
        test.clock.wallTime = Int64(Self.date("2026-12-01T12:00:00Z").timeIntervalSince1970)
        expectEqual(test.store[Self.sale], "off")
        switch occasion {
        case "an answer": _ = await test.receive("{}")
        case "a failure": _ = await test.receive(.failed(TransportFailure(.unreachable)))
        default: test.store.enterForeground()
        }
        expectEqual(test.store[Self.sale], "on")
    }

    @Test(arguments: [Int64.min, -1, .max])
    func `any wall time is allowed`(_ wallTime: Int64) {
        let test = store()
        test.clock.wallTime = wallTime
        test.store.checkSchedules()
        expectEqual(test.store[Self.sale], "off")
        test.context["country"] = "AT"
        _ = test.store.snapshot.context.date
        test.date = Self.date("2026-12-01T12:00:00Z")
        expectEqual(test.store[Self.sale], "on")
    }

    @Test func `a date in the context of the app is ignored`() {
        let test = store()
        expectNil(test.store.context.date)
        test.store.updateContext { $0.date = Self.date("2026-12-01T12:00:00Z") }
        expectEqual(test.store[Self.sale], "off")
        expectNil(test.store.context.date)
        expectEqual(test.store.snapshot.context.date, Self.date("2026-11-30T00:00:00Z"))
    }

    @Test func `a fraction of a second is over at the next whole second`() {
        let test = TestStore(
            context: Self.context,
            document:
                #"{"sale": {"defaultValue": "off", "valuesByVersion": [{"from": "2026-11-30T00:00:01.5Z", "value": "on"}]}}"#
        )
        expectEqual(test.store.timeOfNextCheck, .seconds(2))
        test.clock.wallTime += 1
        test.store.checkSchedules()
        expectEqual(test.store[Self.sale], "off")
        test.clock.wallTime += 1
        test.store.checkSchedules()
        expectEqual(test.store[Self.sale], "on")
    }

    // MARK: Layers

    @Test func `every layer has its own schedules`() async {
        let files = MemoryFiles()
        func document(_ value: String, from: String, name: String = "sale") -> String {
            #"{"\#(name)": {"defaultValue": "off", "valuesByVersion": [{"from": "\#(from)", "value": "\#(value)"}]}, "keep": 1}"#
        }
        func configure(_ configuration: inout StoreConfiguration) {
            configuration.files = files
            configuration.directory = "/cache"
        }
        // The bundled layer, below a fetched document that does not have the setting.
        let bundled = document("bundled", from: "2026-12-01T00:00:00Z", name: "low")
        let test = TestStore(context: Self.context, document: bundled, configure: configure)
        let low = SettingKey("low", default: "none")
        _ = await test.receive(document("fetched", from: "2026-12-03T00:00:00Z"))
        expect(test.store[Self.sale] == "off" && test.store[low] == "off")
        test.date = Self.date("2026-12-01T00:00:00Z")
        expect(test.store[Self.sale] == "off" && test.store[low] == "bundled")
        test.date = Self.date("2026-12-03T00:00:00Z")
        expect(test.store[Self.sale] == "fetched" && test.store[low] == "bundled")
        expectEqual(test.store.resolution(of: Self.sale).layer, .remote)
        await test.end()
        // The cached layer, at the next start.
        let next = TestStore(context: Self.context, document: bundled, configure: configure)
        expectEqual(next.store.resolution(of: Self.sale).layer, .lastKnownGood)
        expectEqual(next.store[Self.sale], "off")
        next.date = Self.date("2026-12-04T00:00:00Z")
        expect(next.store[Self.sale] == "fetched" && next.store[low] == "bundled")
        // An override has no schedule, and stays above the others.
        next.set(Self.sale, to: "mine")
        next.date = Self.date("2026-11-30T00:00:00Z")
        expect(next.store[Self.sale] == "mine" && next.store[low] == "off")
        next.store.removeAllOverrides()
        expectEqual(next.store[Self.sale], "off")
    }

    @Test func `a document that arrives is resolved for the time of its arrival`() async {
        let test = TestStore(context: Self.context)
        test.clock.wallTime = Int64(Self.date("2026-12-01T00:00:00Z").timeIntervalSince1970)
        _ = await test.receive(Self.document)
        expectEqual(test.store[Self.sale], "on")
        test.date = Self.date("2026-12-02T00:00:00Z")
        expectEqual(test.store[Self.sale], "off")
    }

    @Test func `prerequisites with schedules change what requires them`() async {
        let test = TestStore(
            context: Self.context,
            document: #"""
                {"sale": {"defaultValue": "off", "valuesByVersion": [{"requires": "season", "value": "on"}]},
                 "season": {"defaultValue": false, "valuesByVersion": [{"from": "2026-12-01T00:00:00Z", "value": true}]}}
                """#)
        var updates = test.store.updates.makeAsyncIterator()
        test.date = Self.date("2026-12-01T00:00:00Z")
        await expectEqual(updates.next()?.changedNames, ["sale", "season"])
    }

    @Test func `a type that refuses a value gets that of a later entry on time`() {
        enum Sale: String, Decodable { case off, on }
        let key = SettingKey("sale", default: Sale.off)
        let test = TestStore(
            context: Self.context,
            document: #"""
                {"sale": {"defaultValue": "off", "valuesByVersion": [
                    {"appVersion": "*", "value": "unknown"}, {"from": "2026-12-01T00:00:00Z", "value": "on"}]}}
                """#)
        expectEqual(test.store[key], .off)
        test.date = Self.date("2026-12-01T00:00:00Z")
        expectEqual(test.store[key], .on)
    }

    @Test func `a group follows the schedules`() throws {
        struct Settings: Decodable { let sale: PropertySetting<String> }
        let test = store()
        test.date = Self.date("2026-12-01T00:00:00Z")
        expectEqual(test.store.group(as: Settings.self)?.sale.value, "on")
    }

    @Test func `a closed store keeps its values`() {
        let test = store()
        test.store.close()
        test.clock.advance(by: .seconds(86_400))
        // A check that had begun when the store was closed.
        test.store.checkSchedules()
        expectEqual(test.store[Self.sale], "off")
    }

    @Test func `a store that is released ends its checks`() {
        final class Token: Sendable {}
        weak var released: Token?
        do {
            let token = Token()
            released = token
            let test = store { $0.onRead = .oncePerChange { _ in _ = token } }
            expect(test.store.timeOfNextCheck != nil)
        }
        expectNil(released)
    }
}
