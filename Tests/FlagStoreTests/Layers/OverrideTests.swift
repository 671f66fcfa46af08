import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Overrides of a debug menu: by name and text, with an end, exported and imported.
struct OverrideTests {
    /// What generated code declares for a string with `enum`.
    enum Layout: RawRepresentable, CaseIterable, Codable, Hashable, Sendable {
        case oneColumn
        case twoColumns
        case unknown(String)

        init(rawValue: String) {
            switch rawValue {
            case "one-column": self = .oneColumn
            case "two-columns": self = .twoColumns
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .oneColumn: "one-column"
            case .twoColumns: "two-columns"
            case .unknown(let text): text
            }
        }

        static var allCases: [Self] { [.oneColumn, .twoColumns] }
    }

    private static let layout = SettingKey("layout", default: Layout.oneColumn)
    private static let ratio = SettingKey("ratio", default: 0.5)
    private static let title = SettingKey("title", default: "")
    private static let limits = SettingKey("limits", default: [Int]())
    private static let keys: [any DeclaredSetting] = [
        SettingKey<Bool>.payments, SettingKey<Int>.maxItems, SettingKey<CheckoutStyle>.checkoutStyle,
        SettingKey<Theme>.theme, layout, ratio, title, limits, SettingKey("optionalLayout", default: Layout?.none),
        SettingKey("optionalFlag", default: Bool?.none),
    ]

    private func store(
        document: String = #"{"payments": false}"#, _ configure: (inout StoreConfiguration) -> Void = { _ in }
    ) -> TestStore {
        TestStore(document: document) { configuration in
            configuration.keys = Self.keys
            configure(&configuration)
        }
    }

    // MARK: By name and text

    @Test(arguments: [
        ("payments", "YES", "true"), ("payments", "0", "false"), ("checkout.maxItems", "12", "12"),
        ("checkout.maxItems", "+7", "7"), ("checkout.style", "modern", "modern"),
        ("checkout.style", #""modern""#, "modern"), ("layout", "two-columns", "twoColumns"), ("ratio", "1e-3", "0.001"),
        ("title", "5", "5"), ("title", #""quoted""#, #""quoted""#), ("limits", "[1, 2]", "[1, 2]"),
        ("theme", #"{"name": "dark", "size": 2}"#, #"Theme(name: "dark", size: 2)"#),
    ])
    func `a text overrides a setting, read as the type of its key`(name: String, text: String, value: String) throws {
        let test = store()
        try test.store.override(name, withText: text)
        let summary = try #require(test.store.settings.first { $0.name == name })
        expect(summary.isOverridden)
        expect(summary.value.hasSuffix(value))
        expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test(arguments: [
        ("payments", "maybe", #""payments" cannot be "maybe", expected Bool: "true", "false""#),
        ("checkout.maxItems", "1.5", #""checkout.maxItems" cannot be "1.5", expected Int"#),
        ("checkout.style", "baroque", #""checkout.style" cannot be "baroque", expected CheckoutStyle"#),
        ("ratio", "inf", #""ratio" cannot be "inf", expected Double"#),
        ("theme", "{", #""theme" cannot be "{", expected Theme"#),
        (
            "theme", #"{"size": 2}"#,
            #""theme" cannot be "{\"size\": 2}", expected Theme; the value cannot be read as Theme: the member "name" is missing"#
        ),
        (
            "layout", "three-columns",
            #""layout" cannot be "three-columns", expected Layout: "one-column", "two-columns""#
        ),
        (
            "optionalLayout", "three-columns",
            #""optionalLayout" cannot be "three-columns", expected Optional<Layout>: "one-column", "two-columns""#
        ),
        ("optionalFlag", "maybe", #""optionalFlag" cannot be "maybe", expected Optional<Bool>: "true", "false""#),
        (
            "payment", "true",
            #"no key of the setting "payment" was declared or read; did you mean "payments"?"#
        ),
        ("maxItems", "1", #"no key of the setting "maxItems" was declared or read; did you mean "checkout.maxItems"?"#),
        (
            "unheard-of", "1",
            #"no key of the setting "unheard-of" was declared or read; check its spelling, and declare the key in `StoreConfiguration.keys`"#
        ),
    ])
    func `a text that does not fit says what was found and what was expected, and changes nothing`(
        name: String, text: String, message: String
    ) {
        let test = store()
        let error = #expect(throws: OverrideError.self) { try test.store.override(name, withText: text) }
        expectEqual(error?.description, message)
        expect(test.store.settings.allSatisfy { !$0.isOverridden })
    }

    @Test func `the cases of a type are named in the error`() {
        struct Strict: Decodable, CaseIterable, Equatable, Sendable, RawRepresentable {
            let rawValue: String

            init?(rawValue: String) {
                guard ["slow", "fast"].contains(rawValue) else { return nil }
                self.rawValue = rawValue
            }

            static var allCases: [Strict] { ["slow", "fast"].compactMap { Strict(rawValue: $0) } }
        }
        let test = TestStore { $0.keys = [SettingKey("speed", default: Strict?.none)] }
        _ = test.store[SettingKey("pace", default: Strict.allCases[0])]
        let error = #expect(throws: OverrideError.self) { try test.store.override("pace", withText: "quick") }
        expectEqual(error?.description, #""pace" cannot be "quick", expected Strict: "slow", "fast""#)
    }

    @Test func `an override by text is removed by name, and announced like any other`() async throws {
        let test = store()
        var updates = test.store.updates.makeAsyncIterator()
        try test.store.override("payments", withText: "on")
        await expectEqual(updates.next()?.changedNames, ["payments"])
        expect(test.store[.payments])
        test.store.removeOverride(of: "payments")
        await expectEqual(updates.next()?.changedNames, ["payments"])
        expect(!test.store[.payments])
    }

    @Test func `a case that the code does not know is not imported`() throws {
        let test = store()
        let problems = try test.store.importOverrides(#"{"$overrides": {"layout": {"value": "three-columns"}}}"#)
        expectEqual(
            problems.map(\.description),
            [#""layout" cannot be "\"three-columns\"", expected Layout: "one-column", "two-columns""#])
        expect(test.store.settings.allSatisfy { !$0.isOverridden })
    }

    // MARK: Expiry

    @Test func `an override that has ended already is reported`() throws {
        let test = store()
        let end = test.date.addingTimeInterval(-1)
        test.store.override(.maxItems, with: 3, until: end)
        try test.store.override("payments", withText: "on", until: end)
        expect(test.store.settings.allSatisfy { !$0.isOverridden })
        let messages = test.store.recentDiagnostics.map(\.message)
        expect(
            messages.count == 2 && messages.allSatisfy { $0.contains("has no effect: it ended at") }, "\(messages)")
    }

    @Test func `an override ends by itself, and its end is visible until then`() async throws {
        let test = store()
        let end = test.date.addingTimeInterval(100)
        try test.store.override("payments", withText: "on", until: end)
        test.store.override(.maxItems, with: 3, until: end.addingTimeInterval(50))
        var updates = test.store.updates.makeAsyncIterator()
        expectEqual(test.store.settings.first { $0.name == "payments" }?.overriddenUntil, end)
        expectNil(test.store.settings.first { $0.name == "layout" }?.overriddenUntil)
        test.clock.advance(by: .seconds(60))
        test.clock.advance(by: .seconds(39))
        expect(test.store[.payments])
        test.date = end
        await expectEqual(updates.next()?.changedNames, ["payments"])
        expect(!test.store[.payments])
        expectEqual(test.store[.maxItems], 3)
        test.date = end.addingTimeInterval(50)
        expectEqual(test.store[.maxItems], 20)
        expect(test.store.settings.allSatisfy { $0.overriddenUntil == nil && !$0.isOverridden })
    }

    @Test func `the end of an override wakes the store`() async {
        let test = store()
        expectNil(test.store.timeOfNextCheck)
        test.store.override(.payments, with: true, until: test.date.addingTimeInterval(30))
        expectEqual(test.store.timeOfNextCheck, .seconds(30))
        test.clock.advance(by: .seconds(30))
        await eventually { !test.store[.payments] }
        expect(!test.store[.payments])
    }

    @Test(arguments: [-1, 0, -.infinity] as [Double])
    func `an end in the past removes the override`(interval: Double) {
        let test = store()
        test.store.override(.payments, with: true)
        test.store.override(.payments, with: true, until: test.date.addingTimeInterval(interval))
        expect(!test.store[.payments])
    }

    @Test func `an end that no calendar has is no end`() {
        let test = store()
        test.store.override(.payments, with: true, until: Date(timeIntervalSinceReferenceDate: .infinity))
        test.date = .distantFuture
        expect(test.store[.payments])
    }

    // MARK: What screens show

    @Test func `a summary has the choices of a picker, and the text of the current value`() {
        let test = store(document: #"{"layout": "two-columns", "other": [1]}"#)
        test.store.override(Self.title, with: "5")
        let summaries = Dictionary(uniqueKeysWithValues: test.store.settings.map { ($0.name, $0) })
        expectEqual(summaries["layout"]?.choices, ["one-column", "two-columns"])
        expectEqual(summaries["layout"]?.text, "two-columns")
        expectEqual(summaries["payments"]?.choices, ["true", "false"])
        expectEqual(summaries["payments"]?.text, "false")
        expectEqual(summaries["checkout.maxItems"]?.choices, [])
        expectEqual(summaries["checkout.maxItems"]?.text, "20")
        expectEqual(summaries["checkout.style"]?.text, "legacy")
        expectEqual(summaries["title"]?.text, "5")
        expectEqual(summaries["limits"]?.text, "[]")
        // A type that can only be decoded.
        expectNil(summaries["theme"]?.text)
        expectEqual(summaries["other"]?.choices, [])
    }

    @Test func `each choice and each text is accepted again`() throws {
        let test = store(document: #"{"layout": "two-columns", "title": "\"a\"", "ratio": 1e300, "limits": [1]}"#)
        for summary in test.store.settings {
            for text in summary.choices + [summary.text].compactMap(\.self) {
                try test.store.override(summary.name, withText: text)
                let overridden = test.store.settings.first { $0.name == summary.name }
                expectEqual(overridden?.text, text)
            }
        }
    }

    @Test func `an exposure names the layer of an override`() throws {
        let layers = Locked<[SettingLayer]>([])
        let test = store { configuration in
            configuration.onRead = .oncePerChange { read in layers.withLock { $0.append(read.layer) } }
        }
        _ = test.store[.payments]
        try test.store.override("payments", withText: "on")
        _ = test.store[.payments]
        expectEqual(layers.withLock { $0 }, [.bundled, .debugOverride])
    }

    // MARK: Export and import

    @Test func `another device imports the exported text, and shows the same`() throws {
        let test = store { $0.commonAttributes = [] }
        test.context["country"] = "AT"
        test.store.override(Self.layout, with: .twoColumns, until: test.date.addingTimeInterval(3_600))
        try test.store.override("theme", withText: #"{"name": "dark", "size": 2}"#)
        test.store.override(.checkoutStyle, with: .modern)
        let text = test.store.exportedOverrides
        expectEqual(
            text,
            """
            {
              "appVersion": "1.0.0",
              "targetingKey": "installation",
              "date": "2027-01-15T08:00:00Z",
              "country": "AT",
              "installationKey": "installation",
              "$overrides": {
                "checkout.style": {
                  "value": "modern"
                },
                "layout": {
                  "value": "two-columns",
                  "until": "2027-01-15T09:00:00Z"
                },
                "theme": {
                  "value": {"name": "dark", "size": 2}
                }
              }
            }
            """)
        let other = store()
        other.store.override(.payments, with: true)
        try expectEqual(other.store.importOverrides(text), [])
        expectEqual(other.store[Self.layout], .twoColumns)
        expectEqual(other.store[.theme], Theme(name: "dark", size: 2))
        expectEqual(other.store[.checkoutStyle], .modern)
        expect(!other.store[.payments])
        expectNil(other.store.context["country"])
        expect(other.store.settings.first { $0.name == "layout" }?.overriddenUntil != nil)
        other.date = other.date.addingTimeInterval(3_600)
        expectEqual(other.store[Self.layout], .oneColumn)
    }

    @Test func `the exported text is a context, whose overrides conditions do not see`() throws {
        let test = store()
        test.store.override(.payments, with: true)
        var issues: [SettingIssue] = []
        let context = try EvaluationContext(parsing: Array(test.store.exportedOverrides.utf8), issues: &issues)
        expect(issues.isEmpty)
        expectEqual(context.appVersion, test.store.snapshot.context.appVersion)
        expectEqual(context.attributes, test.store.snapshot.context.attributes)
    }

    @Test func `an import leaves out what does not fit, and says so`() throws {
        let test = store()
        let text = #"""
            {"$overrides": {"payments": {"value": true}, "checkout.maxItems": {"value": "many"}, "removed": {"value": 1},
              "layout": "two-columns", "ratio": {"value": 1, "until": "tomorrow"}, "title": {"until": null},
              "limits": {"value": [1], "until": "2000-01-01T00:00:00Z"}}}
            """#
        let problems = try test.store.importOverrides(text)
        expectEqual(
            problems.map(\.description),
            [
                #""$overrides.layout": found a string, expected an object with "value", such as { "value": true }"#,
                #""$overrides.ratio.until": "tomorrow" is not a date-time of RFC 3339: expected a date, "T", a time and a zone, such as "2026-12-01T00:00:00Z""#,
                #""$overrides.title": found an object without "value", expected an object with "value", such as { "value": true }"#,
                #""checkout.maxItems" cannot be "\"many\"", expected Int"#,
                #"no key of the setting "removed" was declared or read; check its spelling, and declare the key in `StoreConfiguration.keys`"#,
            ])
        expectEqual(test.store.settings.filter(\.isOverridden).map(\.name), ["payments"])
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"$overrides"}"#, "5", "\u{FEFF}{}"])
    func `a text without overrides changes nothing`(text: String) {
        let test = store()
        test.store.override(.payments, with: true)
        #expect(throws: OverrideError.self) { try test.store.importOverrides(text) }
        expect(test.store[.payments])
    }

    // MARK: Variables

    @Test(arguments: [
        ("newCheckout", "FLAG_NEW_CHECKOUT"), ("newCheckout", "FLAG_NEWCHECKOUT"),
        ("new.checkout", "FLAG_NEW_CHECKOUT"),
        ("new_checkout", "FLAG_NEW_CHECKOUT"), ("new-checkout", "FLAG_NEW_CHECKOUT"),
        ("checkout.maxItems", "FLAG_CHECKOUT_MAX_ITEMS"), ("checkout.maxItems", "FLAG_CHECKOUT_MAXITEMS"),
        ("newURLScheme", "FLAG_NEW_URL_SCHEME"), ("URLTimeout", "FLAG_URL_TIMEOUT"), ("v2Layout", "FLAG_V2_LAYOUT"),
        ("NEW_SEARCH", "FLAG_NEW_SEARCH"), ("größe", "FLAG_GR____E"),
    ])
    func `a variable has the words of the name`(name: String, variable: String) {
        let test = TestStore {
            $0.keys = [SettingKey(name, default: 0)]
            $0.environment = [variable: "1"]
        }
        expectEqual(test.store[SettingKey(name, default: 0)], 1)
        expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test func `a variable of several settings overrides all of them, and is reported`() {
        let names = ["newCheckout", "new.checkout", "other"]
        let test = TestStore {
            $0.keys = names.map { SettingKey($0, default: 0) }
            $0.environment = ["FLAG_NEW_CHECKOUT": "1"]
        }
        expectEqual(names.map { test.store[SettingKey($0, default: 0)] }, [1, 1, 0])
        expectEqual(
            test.store.recentDiagnostics.map(\.message),
            [
                #""FLAG_NEW_CHECKOUT" overrides several settings: "new.checkout", "newCheckout"; for one of them, pass the argument "--flag NAME=VALUE""#
            ])
    }

    @Test(arguments: [
        ("FLAG_NEW_CHEKOUT", "FLAG_NEW_CHECKOUT"), ("FLAG_NEWCHECKOUTS", "FLAG_NEW_CHECKOUT"),
        ("FLAG_MAXITEM", nil), ("FLAG_SOMETHING_ELSE", nil),
    ])
    func `an unknown variable suggests the right one`(variable: String, suggestion: String?) {
        let test = TestStore {
            $0.keys = [SettingKey("newCheckout", default: 0), SettingKey("checkout.maxItems", default: 0)]
            $0.environment = [variable: "1"]
        }
        let help = suggestion.map { "did you mean \"\($0)\"?" } ?? "check its spelling"
        expectEqual(
            test.store.recentDiagnostics.map(\.message),
            [
                "\"\(variable)\" overrides a setting that is not declared; \(help)"
            ])
    }

    @Test func `an unknown argument suggests the right name`() {
        let test = TestStore {
            $0.keys = [SettingKey("newCheckout", default: 0)]
            $0.arguments = ["--flag", "newcheckout=1"]
        }
        expect(test.store.recentDiagnostics.first?.message.contains(#"did you mean "newCheckout"?"#) == true)
    }
}
