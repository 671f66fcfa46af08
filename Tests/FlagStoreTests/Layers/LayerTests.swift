import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

struct LayerTests {
    @Test func `E5: code defaults work with nothing ever loaded, and the result says so`() {
        let store = SettingsStore(appVersion: "1.0")
        expect(!store[.payments])
        expect(store[.search])
        expectEqual(store[.maxItems], 20)
        expectEqual(store[.theme], Theme(name: "plain", size: 1))
        let resolution = store.resolution(of: .payments)
        expectEqual(resolution.reason, .error)
        expectEqual(resolution.errorCode, .providerNotReady)
        expectEqual(resolution.layer, .codeDefault)
        expectEqual(resolution.freshness, .local)
        expectNil(resolution.age)
        expectNil(resolution.documentVersion)
        expectEqual(store.state, .notReady)
    }

    @Test
    func `E5: the reason describes the resolution; layer, freshness, version and age are fields of their own`() async {
        let test = TestStore(appVersion: "1.4.2", document: #"{"payments": true}"#)
        let bundled = test.store.resolution(of: .payments)
        expectEqual(bundled.reason, .static)
        expectEqual(bundled.layer, .bundled)
        expectEqual(bundled.freshness, .local)
        let document = #"""
            {"$version": 42, "payments": {"defaultValue": true, "valuesByVersion": [
              {"appVersion": "9.9", "value": true}, {"appVersion": ">=1.4.1 <1.4.3", "value": false}]}}
            """#
        await expectEqual(test.receive(document), .activated(changedNames: ["payments"]))
        test.clock.advance(by: .seconds(60))
        let remote = test.store.resolution(of: .payments)
        expect(!remote.value)
        expectEqual(remote.reason, .targetingMatch)
        expectNil(remote.errorCode)
        expectEqual(remote.entryIndex, 1)
        expectEqual(remote.requirement?.description, ">=1.4.1 <1.4.3")
        expectEqual(remote.layer, .remote)
        expectEqual(remote.freshness, .fresh)
        expectEqual(remote.documentVersion, 42)
        expectEqual(remote.age, .seconds(60))
        expectEqual(test.store.resolution(of: .search).errorCode, .flagNotFound)
    }

    @Test func `resolutions are equal if they say the same, wherever in the text of the document`() {
        let resolutions = ["", "\n\n"].map { blank in
            var configuration = StoreConfiguration()
            configuration.bundledDocument = Array((blank + #"{"payments": true}"#).utf8)
            return SettingsStore(appVersion: "1.0", configuration).resolution(of: .payments)
        }
        expectEqual(resolutions[0], resolutions[1])
        expect(resolutions[0].value)
    }

    /// Settings of every outcome: read as each type, each has the type of some and not of others.
    @Test(
        arguments: [
            "flag", "count", "ratio", "text", "rules", "mistyped", "noDefault", "group", "attribute", "override",
            "missing",
        ])
    func `a store says the same about a setting whether or not its reads are reported`(name: String) {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(
            #"""
            {"flag": true, "count": 3, "ratio": 0.5, "text": "a text that is too long to be kept inline",
             "rules": {"defaultValue": 1, "valuesByVersion": [
               {"appVersion": "2.0", "value": 2}, {"name": "one", "appVersion": ">=1.0", "value": 3}]},
             "mistyped": {"defaultValue": 1, "valuesByVersion": [
               {"appVersion": ">=1.0", "value": "one"}, {"appVersion": ">=1.0", "value": true},
               {"appVersion": ">=1.0", "value": 9}]},
             "noDefault": {"valuesByVersion": []}, "group": {"flag": true}, "override": false,
             "attribute": {"defaultValue": false, "valuesByVersion": [{"when": {"plan": "pro"}, "value": true}]}}
            """#.utf8)
        let context = EvaluationContext(appVersion: "1.0", attributes: ["plan": 7])
        let unreported = SettingsStore(context: context, configuration)
        configuration.onRead = .eachTime { _ in }
        let reported = SettingsStore(context: context, configuration)
        func expectTheSame<Value: SettingValue>(_ key: SettingKey<Value>) {
            expectEqual(unreported.resolution(of: key), reported.resolution(of: key))
            expectEqual(unreported[key], reported[key])
            expectEqual(unreported.snapshot[key], reported.snapshot[key])
        }
        for store in [unreported, reported] { store.override(SettingKey("override", default: false), with: true) }
        expectTheSame(SettingKey(name, default: false))
        expectTheSame(SettingKey(name, default: -1))
        expectTheSame(SettingKey(name, default: -1.5))
        expectTheSame(SettingKey(name, default: "default"))
        expectTheSame(SettingKey(name, default: [true]))
    }

    @Test func `names that differ only in the spelling of a letter are two settings`() async {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let keys = names.map { SettingKey($0, default: 0) }
        let reads = Locked<[Int]>([])
        let test = TestStore(document: "{\"\(names[0])\": 1, \"\(names[1])\": 2}") {
            $0.keys = keys
            $0.recorder = nil
            $0.onRead = .oncePerChange { read in reads.withLock { $0.append((read.value as? Int) ?? -1) } }
        }
        expectEqual(keys.map { test.store[$0] }, [1, 2])
        for key in keys { _ = test.store.resolution(of: key) }
        expectEqual(reads.withLock { $0 }, [1, 2])
        expectEqual(test.store.settings.map(\.value).sorted(), ["1", "2"])

        var updates = test.store.updates.makeAsyncIterator()
        test.set(keys[0], to: 10)
        expectEqual(keys.map { test.store[$0] }, [10, 2])
        test.set(keys[1], to: 20)
        expectEqual(keys.map { test.store[$0] }, [10, 20])
        let update = await updates.next()
        expectEqual(update?.changedNames.count, 2)
        test.store.removeOverride(of: keys[0])
        expectEqual(keys.map { test.store[$0] }, [1, 20])

        let atLaunch = TestStore { $0.arguments = ["--flag", "\(names[1])=7"] }
        expectEqual(keys.map { atLaunch.store[$0] }, [0, 7])
    }

    @Test func `a wrong type falls to the next layer, and is reported`() async {
        let test = TestStore(document: #"{"checkout": {"maxItems": 30, "style": "modern"}, "payments": 1}"#)
        await expectEqual(
            test.receive(#"{"checkout": {"maxItems": "many", "style": 7}}"#),
            .activated(changedNames: ["checkout.maxItems", "checkout.style"]))
        expectEqual(test.store[.maxItems], 30)
        let resolution = test.store.resolution(of: .checkoutStyle)
        expectEqual(resolution.value, .modern)
        expectEqual(resolution.layer, .bundled)
        expectEqual(resolution.issues.map(\.code), [.typeMismatch])
        expect(!test.store[.payments])
        expectEqual(test.store.resolution(of: .payments).errorCode, .typeMismatch)
        let codes = test.store.recentDiagnostics.map(\.code)
        expectEqual(codes, [.typeMismatch, .typeMismatch, .typeMismatch])
    }

    @Test func `a wrong type in a new document falls to the bundled document, not to one that was replaced`() async {
        let test = TestStore(document: #"{"checkout": {"maxItems": 30}}"#)
        _ = await test.receive(#"{"checkout": {"maxItems": 40}}"#)
        _ = await test.receive(#"{"checkout": {"maxItems": true}}"#)
        let resolution = test.store.resolution(of: .maxItems)
        expectEqual(resolution.value, 30)
        expectEqual(resolution.layer, .bundled)
    }

    @Test func `a setting that was deleted on the server does not come back from the document before`() async {
        let test = TestStore(document: #"{"search": false}"#) { $0.removableShare = 1 }
        _ = await test.receive(#"{"payments": true, "search": true}"#)
        _ = await test.receive(#"{}"#)
        expectEqual(test.store.resolution(of: .payments).layer, .codeDefault)
        expectEqual(test.store.resolution(of: .search).layer, .bundled)
    }

    @Test func `a debug override is above everything, until it is taken back`() async {
        let test = TestStore(document: #"{"payments": false, "checkout": {"maxItems": 3}}"#)
        test.store.override(.payments, with: true)
        test.store.override(.maxItems, with: 7)
        expect(test.store[.payments])
        expectEqual(test.store[.maxItems], 7)
        expectEqual(test.store.resolution(of: .payments).layer, .debugOverride)
        expectEqual(test.store.resolution(of: .payments).reason, .static)
        _ = await test.receive(#"{"payments": false, "checkout": {"maxItems": 4}}"#)
        expectEqual(test.store[.maxItems], 7)
        test.store.removeOverride(of: SettingKey<Int>.maxItems)
        expectEqual(test.store[.maxItems], 4)
        expect(test.store[.payments])
        test.store.removeAllOverrides()
        expect(!test.store[.payments])
    }

    @Test func `an override of another type is reported and passed over`() {
        let test = TestStore(document: #"{"payments": true}"#)
        test.store.override(SettingKey("payments", default: 3), with: 4)
        expect(test.store[.payments])
        expect(test.store.recentDiagnostics.contains { $0.code == .badOverride })
    }

    @Test func `overrides from launch arguments and the environment are typed by the key`() {
        let test = TestStore(document: #"{"payments": false, "checkout": {"maxItems": 3}}"#) { configuration in
            configuration.arguments = ["app", "--flag", "payments=YES", "--other", "--flag=checkout.style=modern"]
            configuration.environment = [
                "FLAG_CHECKOUT_MAXITEMS": "12", "FLAG_THEME": #"{"name": "dark", "size": 2}"#, "FLAG_PAYMENTS": "no",
                "PATH": "/bin",
            ]
        }
        expect(test.store[.payments])
        expectEqual(test.store[.checkoutStyle], .modern)
        expectEqual(test.store[.maxItems], 12)
        expectEqual(test.store[.theme], Theme(name: "dark", size: 2))
        expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test(arguments: [
        ("payments=maybe", "Bool"), ("checkout.maxItems=1.5", "Int"), ("checkout.style=baroque", "CheckoutStyle"),
        ("theme=dark", "Theme"), ("unheard=1", "spelling"), ("payments", "expected a name"),
        ("=1", "expected a name"),
    ])
    func `an override that does not fit the declared type is reported at the start`(argument: String, expected: String)
    {
        let test = TestStore(document: #"{"payments": true}"#) { configuration in
            configuration.arguments = ["--flag", argument]
            configuration.keys = [
                SettingKey<Bool>.payments, SettingKey<Int>.maxItems, SettingKey<CheckoutStyle>.checkoutStyle,
                SettingKey<Theme>.theme,
            ]
        }
        expectEqual(test.store.recentDiagnostics.map(\.code), [.badOverride])
        expect(test.store.recentDiagnostics.first?.message.contains(expected) == true)
        expect(test.store[.payments])
    }

    @Test(arguments: [["--flag=name=\u{301}z"], ["--flag", "name=\u{301}z"]])
    func `an override may begin with a combining mark`(arguments: [String]) {
        let test = TestStore(document: #"{"name": "x"}"#) { $0.arguments = arguments }
        expect(test.store[SettingKey("name", default: "")].utf8.elementsEqual("\u{301}z".utf8))
        expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test(arguments: [["app", "--flag"], ["--flag=payments=yes", "--flag"], ["--flag", "payments=yes", "--flag"]])
    func `a last --flag without a value is reported`(arguments: [String]) {
        let test = TestStore(document: #"{"payments": true}"#) { $0.arguments = arguments }
        expectEqual(test.store.recentDiagnostics.map(\.code), [.badOverride])
        expect(test.store.recentDiagnostics.first?.message.contains(#""--flag" is not an override"#) == true)
        expect(test.store[.payments])
    }

    @Test(arguments: ["", "1..2", "beta"])
    func `a version that cannot be read gives defaults, the state error, and one diagnostic`(version: String) async {
        let document =
            #"{"payments": {"defaultValue": true, "valuesByVersion": [{"appVersion": "*", "value": false}]}}"#
        let test = TestStore(appVersion: version, document: document)
        expect(test.store[.payments])
        expectEqual(test.store.resolution(of: .payments).errorCode, .invalidContext)
        expectEqual(test.store.state, .error)
        await expectEqual(test.store.waitUntilReady(timeout: .seconds(100)), .error)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.unreadableAppVersion])
    }

    @Test func `a context stands for its app version, and one without a version is an error`() {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(
            #"{"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}}"#.utf8)
        let known = SettingsStore(context: EvaluationContext(appVersion: "2.0"), configuration)
        expect(known[.payments])
        expectEqual(known.state, .ready)
        let unknown = SettingsStore(context: EvaluationContext(), configuration)
        expect(!unknown[.payments])
        expectEqual(unknown.state, .error)
        expectEqual(unknown.recentDiagnostics.map(\.code), [.unreadableAppVersion])
    }

    @Test func `a bundled document that cannot be read is reported, and code defaults count`() {
        let test = TestStore(document: #"{"payments": tru}"#)
        expect(!test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.bundledDocumentUnreadable])
    }

    struct Checkout: Decodable {
        let style: PropertySetting<CheckoutStyle>
        let maxItems: PropertySetting<Int>
    }

    @Test func `a group is one struct from one snapshot`() async throws {
        let test = TestStore(appVersion: "1.4.0", document: #"{"checkout": {"style": "legacy", "maxItems": 1}}"#)
        _ = await test.receive(
            #"""
            {"checkout": {"maxItems": 20, "style": {"defaultValue": "legacy", "valuesByVersion": [
              {"appVersion": "1.4.0", "value": "modern"}, {"appVersion": "?", "value": "modern"}]}}}
            """#)
        let checkout = try #require(test.store.group("checkout", as: Checkout.self))
        expectEqual(checkout.style.value, .modern)
        expectEqual(checkout.maxItems.value, 20)
        expect(test.store.recentDiagnostics.contains { $0.code == .settingIssues })
        expectNil(test.store.group("missing", as: Checkout.self))
        expectEqual(test.store.group("checkout.style", as: PropertySetting<CheckoutStyle>.self)?.value, .modern)
    }

    @Test func `a group that does not fit comes from the next document, and is reported`() async throws {
        let test = TestStore(document: #"{"checkout": {"style": "modern", "maxItems": 1}}"#)
        _ = await test.receive(#"{"checkout": {"style": 1, "maxItems": 2}}"#)
        let checkout = try #require(test.store.group("checkout", as: Checkout.self))
        expectEqual(checkout.maxItems.value, 1)
        expect(test.store.recentDiagnostics.contains { $0.code == .typeMismatch })
    }

    @Test func `a group that was deleted on the server does not come back from the document before`() async {
        let test = TestStore { $0.removableShare = 1 }
        _ = await test.receive(#"{"checkout": {"style": "modern", "maxItems": 1}}"#)
        expectEqual(test.store.group("checkout", as: Checkout.self)?.maxItems.value, 1)
        _ = await test.receive("{}")
        expectNil(test.store.group("checkout", as: Checkout.self))
    }

    struct Limits: Codable, Equatable, Sendable {
        var items: Int
        var note: String?
    }

    @Test(arguments: [
        (#"{"limits": {"items": 3}}"#, Limits(items: 3)),
        (#"{"limits": {"defaultValue": {"items": 4}}}"#, Limits(items: 4)),
        (#"{"limits": {"items": 5, "other": {"items": 6}}}"#, Limits(items: 5)),
        (#"{"limits": {"other": {"items": 6}}}"#, Limits(items: 0)),
        (#"{"limits": {"items": "many"}}"#, Limits(items: 0)),
        (#"{"limits": [3]}"#, Limits(items: 0)),
    ])
    func `a key and a model read the same bytes alike, also a bare object`(document: String, expected: Limits) {
        struct Model: Decodable {
            let limits: PropertySetting<Limits>
        }
        let store = TestStore(document: document).store
        let key = SettingKey("limits", default: Limits(items: 0))
        expectEqual(store[key], expected)
        expectEqual((store.group(as: Model.self)?.limits.value ?? Limits(items: 0)), expected)
        let isRead = expected.items > 0
        expectEqual(store.resolution(of: key).errorCode, isRead ? nil : .typeMismatch)
        expectEqual(store.resolution(of: key).layer, isRead ? .bundled : .codeDefault)
    }

    @Test func `a bare object that changed is a change of its key`() async {
        let test = TestStore()
        let key = SettingKey("limits", default: Limits(items: 0))
        _ = await test.receive(#"{"limits": {"items": 3}}"#)
        expectEqual(test.store[key].items, 3)
        await expectEqual(
            test.receive(#"{"limits": {"items": 4}}"#), .activated(changedNames: ["limits", "limits.items"]))
        expectEqual(test.store[key].items, 4)
    }

    @Test func `a key that names a group, or nothing at all, is reported once`() async {
        let test = TestStore(document: #"{"checkout": {"maxItems": 1}}"#)
        let (group, nothing) = (SettingKey("checkout", default: true), SettingKey("chekout", default: 1))
        for _ in 0..<3 {
            expect(test.store[group])
            expectEqual(test.store[nothing], 1)
            expectEqual(test.store.resolution(of: nothing).errorCode, .flagNotFound)
        }
        expectEqual(test.store.recentDiagnostics.map(\.code), [.typeMismatch, .settingNotFound])
        expect(test.store.recentDiagnostics.allSatisfy { $0.message.contains("ch") })
        // A new document is a new chance, and a new report.
        _ = await test.receive(#"{"checkout": {"maxItems": 2}}"#)
        expectEqual(test.store[nothing], 1)
        expectEqual(test.store.recentDiagnostics.map(\.code), [.typeMismatch, .settingNotFound, .settingNotFound])
    }

    @Test func `Y7: of many mistyped keys, each is named once, and no code appears twice in a message`() {
        let members = (0..<25).map { "\"n\($0)\": \"text\"" }.joined(separator: ", ")
        let store = TestStore(document: "{\(members)}").store
        for _ in 0..<2 {
            for number in 0..<25 { expectEqual(store[SettingKey("n\(number)", default: 0)], 0) }
        }
        let found = store.recentDiagnostics
        expectEqual(found.count, 25)
        for number in 0..<25 {
            expectEqual(found.count { $0.message.contains("\"n\(number)\"") }, 1, "setting \(number)")
        }
        expect(found.allSatisfy { $0.description.ranges(of: "[type-mismatch]").count == 1 })
    }

    @Test func `an override among ten thousand keys compares only its own setting`() {
        let counter = Locked(0)
        let keys = (0..<10_000).map { SettingKey("n\($0)", default: Counting(value: -1)) }
        let members = (0..<10_000).map { "\"n\($0)\": \($0)" }
        let test = TestStore(document: "{\(members.joined(separator: ","))}") { configuration in
            configuration.keys = keys
            configuration.recorder = nil
            configuration.makeDecoder = {
                counter.withLock { $0 += 1 }
                return JSONDecoder()
            }
        }
        expectEqual(test.store[keys[5]].value, 5)
        counter.withLock { $0 = 0 }
        test.store.override(keys[5], with: Counting(value: 6))
        expectEqual(test.store[keys[5]].value, 6)
        test.store.removeAllOverrides()
        expectEqual(test.store[keys[5]].value, 5)
        expect(counter.withLock { $0 } <= 2)
    }

    struct Counting: Decodable, Equatable, Sendable {
        var value: Int

        init(value: Int) {
            self.value = value
        }

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
        }
    }

    @Test func `a key that is read through two stores has the value of each`() {
        let on = TestStore(document: #"{"payments": true, "checkout": {"maxItems": 1}}"#) { $0.recorder = nil }
        let off = TestStore(document: #"{"payments": false, "checkout": {"maxItems": 2}}"#) { $0.recorder = nil }
        for _ in 0..<3 {
            expect(on.store[.payments])
            expect(!off.store[.payments])
            expectEqual(on.store[.maxItems], 1)
            expectEqual(off.store[.maxItems], 2)
        }
    }
}
