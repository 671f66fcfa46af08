import FlagResolver
import TestSupport
import Testing

struct ShowcaseTests {
    private let document: SettingsDocument

    init() throws {
        document = try SettingsDocument(parsing: ProjectFile.bytes("Configs/showcase.json"))
    }

    @Test func `it has no issues`() {
        expectEqual(document.issues.map(\.description), [])
    }

    @Test func `its metadata is read and is no setting`() {
        expectEqual(document.documentVersion, 42)
        expectEqual(document.minimumVersion, "0.9.0")
        expectEqual(document.minimumVersionSetting, "update.minimumVersion")
        expect(!document.names.contains { $0.contains("$") })
    }

    @Test func `the setting that forces updates is there, and is not above the oldest supported version`() throws {
        let name = try #require(document.minimumVersionSetting)
        let text = document.snapshot(for: "0.9.0").value(for: name, default: "")
        let minimum = try #require(AppVersion(text))
        try expect(minimum <= #require(document.minimumVersion))
    }

    @Test(arguments: [
        Expectation("payments", "1.4.0", true),
        Expectation("payments", "1.4.2", false),
        Expectation("payments", "1.3.9", false),
        Expectation("checkout.voucher", "1.9.1", false),
        Expectation("checkout.voucher", "1.9.2", true),
        Expectation("checkout.address.autocomplete", "1.4.9", false),
        Expectation("checkout.address.autocomplete", "1.5.0", true),
        Expectation("sync.legacyImport", "0.9.1", true),
        Expectation("sync.legacyImport", "0.10.0", false),
        Expectation("support.chat", "1.8.1", false),
        Expectation("support.chat", "1.8.2", true),
        Expectation("support.survey", "1.7.3", false),
        Expectation("support.survey", "1.7.4", true),
        Expectation("update.previewChannel", "2.1.0-beta.1", true),
        Expectation("update.previewChannel", "2.1.0", false),
        Expectation("checkout.style", "1.3.9", "compact"),
        Expectation("checkout.style", "1.5.7", "compact"),
        Expectation("checkout.style", "1.9.5", "legacy"),
        Expectation("checkout.style", "1.9.6", "compact"),
        Expectation("checkout.style", "2.0.0-rc.1", "modern"),
        Expectation("search.engine", "1.8.3", "federated"),
        Expectation("search.engine", "1.9.0", "local"),
        Expectation("search.engine", "2.7.0", "vector"),
        Expectation("support.phone", "1.0.0", "+49 30 5550100"),
        Expectation("update.minimumVersion", "3.0.0", "0.9.0"),
        Expectation("checkout.maxItems", "1.0.0", 20),
        Expectation("sync.interval", "1.3.0", 1800),
        Expectation("sync.interval", "1.4.0", 900),
        Expectation("sync.interval", "1.6.0", 120),
        Expectation("sync.backoff", "1.9.4.120", 2.0),
        Expectation("sync.backoff", "1.9.4.121", 1.5),
    ])
    func `each feature means what its example shows`(_ expectation: Expectation) {
        let snapshot = document.snapshot(for: expectation.version)
        switch expectation.value {
        case .boolean(let value):
            expectEqual(snapshot.value(for: expectation.name, default: !value), value)
        case .string(let value):
            expectEqual(snapshot.value(for: expectation.name, default: ""), value)
        case .integer(let value):
            expectEqual(snapshot.value(for: expectation.name, default: Int.min), value)
        case .number(let value):
            expectEqual(snapshot.value(for: expectation.name, default: -1.0), value)
        }
    }

    @Test func `arrays and objects are values`() {
        let snapshot = document.snapshot(for: "1.6.0")
        let countries = snapshot.value(for: "checkout.address.countries", default: [String]())
        expectEqual(countries, ["DE", "AT", "CH"])
        let delivery = snapshot.resolution(
            of: "checkout.delivery", default: Delivery(courier: "", days: 0, pickup: nil))
        expectEqual(delivery.value, Delivery(courier: "express", days: 1, pickup: Pickup(radius: 2.5)))
        expectEqual(delivery.requirement?.description, "^1.5.2")
    }

    @Test func `a constant may be null`() {
        let banner: Resolution<String?> = document.snapshot(for: "1.6.0").resolution(
            of: "support.banner", default: "none")
        expectNil(banner.value)
        expectEqual(banner.reason, .static)
    }

    struct Expectation: Sendable, CustomTestStringConvertible {
        enum Value: Sendable {
            case boolean(Bool)
            case string(String)
            case integer(Int)
            case number(Double)
        }

        let name: String
        let version: AppVersion
        let value: Value

        init(_ name: String, _ version: AppVersion, _ value: Bool) { self.init(name, version, .boolean(value)) }
        init(_ name: String, _ version: AppVersion, _ value: String) { self.init(name, version, .string(value)) }
        init(_ name: String, _ version: AppVersion, _ value: Int) { self.init(name, version, .integer(value)) }
        init(_ name: String, _ version: AppVersion, _ value: Double) { self.init(name, version, .number(value)) }

        private init(_ name: String, _ version: AppVersion, _ value: Value) {
            self.name = name
            self.version = version
            self.value = value
        }

        var testDescription: String { "\(name) for \(version)" }
    }

    struct Delivery: Decodable, Equatable {
        let courier: String
        let days: Int
        let pickup: Pickup?
    }

    struct Pickup: Decodable, Equatable {
        let radius: Double
    }
}
