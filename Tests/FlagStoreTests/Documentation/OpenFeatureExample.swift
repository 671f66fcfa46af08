import FlagResolver
import FlagStore
import FlagStoreTesting
import Testing

// The part of the OpenFeature SDK that the example needs, to compile it without a dependency.
protocol FeatureProvider {
    var hooks: [any Hook] { get }
    var metadata: any ProviderMetadata { get }

    func initialize(initialContext: (any OpenFeatureContext)?) async throws
    func onContextSet(oldContext: (any OpenFeatureContext)?, newContext: any OpenFeatureContext) async throws
    func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Bool>
    func getStringEvaluation(
        key: String, defaultValue: String, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<String>
    func getIntegerEvaluation(
        key: String, defaultValue: Int64, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Int64>
    func getDoubleEvaluation(
        key: String, defaultValue: Double, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Double>
}

protocol Hook {}

protocol OpenFeatureContext {}

protocol ProviderMetadata {
    var name: String? { get }
}

struct ProviderEvaluation<Value> {
    let value: Value
    let variant: String?
    let reason: String?
}

enum OpenFeatureError: Error, Equatable {
    case flagNotFoundError(key: String)
    case generalError(message: String)
    case invalidContextError
    case parseError(message: String)
    case typeMismatchError
    case providerNotReadyError
}

struct SettingsMetadata: ProviderMetadata {
    let name: String? = "version-flags"
}

struct SettingsProvider: FeatureProvider {
    let store: SettingsStore
    let hooks: [any Hook] = []
    let metadata: any ProviderMetadata = SettingsMetadata()

    func initialize(initialContext: (any OpenFeatureContext)?) async throws {
        _ = await store.waitUntilReady(timeout: .seconds(2))
    }

    func onContextSet(oldContext: (any OpenFeatureContext)?, newContext: any OpenFeatureContext) async throws {}

    func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Bool> {
        try evaluation(of: key, default: defaultValue)
    }

    func getStringEvaluation(
        key: String, defaultValue: String, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<String> {
        try evaluation(of: key, default: defaultValue)
    }

    func getIntegerEvaluation(
        key: String, defaultValue: Int64, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Int64> {
        try evaluation(of: key, default: defaultValue)
    }

    func getDoubleEvaluation(
        key: String, defaultValue: Double, context: (any OpenFeatureContext)?
    ) throws -> ProviderEvaluation<Double> {
        try evaluation(of: key, default: defaultValue)
    }
}

extension SettingsProvider {
    func evaluation<Value: SettingValue>(
        of name: String, default defaultValue: Value
    ) throws -> ProviderEvaluation<Value> {
        let resolution = store.resolution(of: SettingKey(name, default: defaultValue))
        switch resolution.errorCode {
        case nil:
            return ProviderEvaluation(
                value: resolution.value, variant: resolution.entryName, reason: resolution.reason.rawValue)
        case .flagNotFound: throw OpenFeatureError.flagNotFoundError(key: name)
        case .typeMismatch: throw OpenFeatureError.typeMismatchError
        case .providerNotReady: throw OpenFeatureError.providerNotReadyError
        case .invalidContext: throw OpenFeatureError.invalidContextError
        case .parseError: throw OpenFeatureError.parseError(message: "\(name): \(resolution.issues)")
        default: throw OpenFeatureError.generalError(message: "\(name): \(resolution.issues)")
        }
    }
}

/// The code of the article *Providing settings to OpenFeature*, compiled and run.
struct OpenFeatureExample {
    private static let document = #"""
        {"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.4", "value": true}]},
         "checkout": {"maxItems": 20, "ratio": 0.5, "style": "modern"}, "bad": {"valuesByVersion": []}}
        """#

    @Test func `A resolution becomes an evaluation`() async throws {
        let provider = SettingsProvider(store: TestStore(appVersion: "1.4.0", document: Self.document).store)
        let payments = try provider.getBooleanEvaluation(key: "payments", defaultValue: false, context: nil)
        #expect(payments.value)
        #expect(payments.variant == "entry-1")
        #expect(payments.reason == "TARGETING_MATCH")
        let style = try provider.getStringEvaluation(key: "checkout.style", defaultValue: "", context: nil)
        #expect(style.value == "modern")
        #expect(style.variant == "default")
        #expect(style.reason == "STATIC")
        #expect(try provider.getIntegerEvaluation(key: "checkout.maxItems", defaultValue: 0, context: nil).value == 20)
        #expect(try provider.getDoubleEvaluation(key: "checkout.ratio", defaultValue: 0, context: nil).value == 0.5)
    }

    @Test func `A code default is an error`() async throws {
        let provider = SettingsProvider(store: TestStore(document: Self.document).store)
        #expect(throws: OpenFeatureError.flagNotFoundError(key: "missing")) {
            try provider.getBooleanEvaluation(key: "missing", defaultValue: true, context: nil)
        }
        #expect(throws: OpenFeatureError.typeMismatchError) {
            try provider.getBooleanEvaluation(key: "checkout.style", defaultValue: true, context: nil)
        }
        #expect(throws: OpenFeatureError.self) {
            try provider.getBooleanEvaluation(key: "bad", defaultValue: true, context: nil)
        }
        #expect(throws: OpenFeatureError.providerNotReadyError) {
            try SettingsProvider(store: TestStore().store).getBooleanEvaluation(
                key: "payments", defaultValue: true, context: nil)
        }
        #expect(throws: OpenFeatureError.invalidContextError) {
            let store = TestStore(appVersion: "", document: Self.document).store
            return try SettingsProvider(store: store).getBooleanEvaluation(
                key: "payments", defaultValue: true, context: nil)
        }
    }
}
