import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document marks its entries with `requires` while a model is decoded; no tolerance of the decoder hides the marks.
struct PrerequisiteDecodingTests {
    private struct Model: Decodable {
        let checkout: PropertySetting<String>
        let banner: OptionalValue<PropertySetting<Bool>>?
        @NumberedFamily var amenities: [PropertySetting<Bool>]
        @Lossy var regions: [String: PropertySetting<Int>]

        enum CodingKeys: String, TolerantCodingKey {
            case checkout, banner, regions
            case amenities = "amenity"

            enum Aliases: String, KeyAliases {
                case newCheckout, facility
                var target: CodingKeys { self == .newCheckout ? .checkout : .amenities }
            }
        }
    }

    private struct Flags: SettingsModel {
        @Setting("checkout", aliases: "newCheckout") var checkout = "code"
        @Setting var banner: Bool? = nil
    }

    /// A document of settings that require another one, with a key that each strategy reads as `newCheckout`.
    private static func document(_ checkout: String) throws -> SettingsDocument {
        func requiring(_ value: String, default defaultValue: String) -> String {
            #"{"defaultValue": \#(defaultValue), "valuesByVersion": [{"requires": "is_on", "value": \#(value)}]}"#
        }
        let json = """
            {"is_on": {"defaultValue": false, "valuesByVersion": [{"when": {"country": "DE"}, "value": true}]},
             "\(checkout)": \(requiring("\"new\"", default: "\"old\"")),
             "banner": \(requiring("true", default: "false")),
             "amenity2": \(requiring("true", default: "false")), "facility10": \(requiring("false", default: "true")),
             "regions": {"EU": \(requiring("2", default: "1"))}}
            """
        return try SettingsDocument(parsing: [UInt8](json.utf8))
    }

    private static let strategies: [(String, JSONDecoder.KeyDecodingStrategy)] = [
        ("newCheckout", .useDefaultKeys), ("checkout", .useDefaultKeys), ("new_checkout", .convertFromSnakeCase),
        ("NEW-CHECKOUT", .lowerCamelCase), ("New_Checkout", .convertKeys(with: .lowerCamelCase)),
        (
            "bkd_new_checkout",
            .convertKeys(
                with: .transform({ String($0.dropFirst(4)) }, when: { key, _ in key.hasPrefix("bkd_") })
                    .then(.lowerCamelCase))
        ),
    ]

    @Test(arguments: strategies.indices, [true, false])
    func `entries with requires match under every key strategy`(index: Int, isLenient: Bool) throws {
        let (key, strategy) = Self.strategies[index]
        let document = try Self.document(key)
        for (country, isOn) in [("DE", true), ("FR", false)] {
            let collector = SettingIssueCollector()
            let context = EvaluationContext(attributes: ["country": .string(country)])
            func decoder() -> JSONDecoder {
                let decoder = JSONDecoder()
                decoder.keyDecodingStrategy = strategy
                decoder.lenientScalars = isLenient
                decoder.settingIssues = collector
                return decoder
            }
            let model = try document.decode(Model.self, for: context, makeDecoder: decoder)
            expectEqual(model.checkout.value, (isOn ? "new" : "old"))
            expectEqual(model.banner?.value?.value, isOn)
            expectEqual(model.amenities.map(\.value), [isOn, !isOn])
            expectEqual(model.regions["EU"]?.value, isOn ? 2 : 1)
            let flags = try document.decode(Flags.self, for: context, makeDecoder: decoder)
            expect(flags.checkout == (isOn ? "new" : "old") && flags.banner == isOn)
            expect(collector.issues.isEmpty, "\(collector.issues)")
        }
    }
}
