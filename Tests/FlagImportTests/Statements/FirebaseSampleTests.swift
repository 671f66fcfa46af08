import FlagImport
import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The template of the documentation. Its statements were derived by hand, as the comments explain.
struct FirebaseSampleTests {
    private let template: ImportedFile

    init() throws {
        template = try Self.read(FirebaseOptions())
    }

    private static func read(_ options: FirebaseOptions) throws -> ImportedFile {
        let data = try Data(contentsOf: URL(filePath: PackageFolder.path + "/Configs/import/template.json"))
        return try ImportedFile.firebase(String(decoding: data, as: UTF8.self), options)
    }

    @Test func `nothing in it is malformed`() {
        expectEqual(template.source.problems, [])
        expect(template.document.settings.issues.isEmpty)
        expectEqual(
            template.document.settings.names, ["new_cart", "support_phone", "timeout", "express_pay", "terms_url"])
    }

    @Test func `new_cart differs only where the percentage decides`() {
        // "emergency" comes first, but on iOS 2.58.3, and that is below 2.61. Staff get true, like those of the percentage.
        expectEqual(
            template.rows(of: "new_cart"),
            [
                ">=2.61.0, platform ios, role not contractor or employee: true or false → true for 25 % of \"new_cart\", false"
            ])
    }

    @Test func `the entries of new_cart have the order of the conditions, and "TRUE" is true`() {
        expectEqual(
            template.conditions(of: "new_cart"),
            [
                #"appVersion: "2.58.3", when: { "platform": "ios" }"#,
                #"when: { "role": ["employee", "contractor"] }"#,
                #"appVersion: ">=2.61.0", when: { "platform": "ios" }, rollout: { "percent": 25, "salt": "new_cart" }"#,
                #"appVersion: ">=2.58.3", when: { "platform": "android" }"#,
            ])
    }

    @Test func `banner has no default, and is left out`() {
        let setting = template.statement.settings.first { $0.name == "banner" }
        guard case .leftOut(let doubt) = setting?.outcome else {
            Issue.record("\(String(describing: setting))")
            return
        }
        expect(doubt.reason.contains("the app's own default"))
        expectEqual(template.text(doubt.span), #"{ "useInAppDefault": true }"#)
    }

    @Test func `with a default of its own, banner differs wherever Firebase gives the app's default`() throws {
        var options = FirebaseOptions()
        options.defaults = [ExactText("banner"): #"{"title":""}"#]
        let banner = try Self.read(options).rows(of: "banner")
        // Within the evening in these countries everybody gets the first banner. Outside, the slice and the default are open.
        expectEqual(banner.count, 2, "\(banner)")
        expect(banner.allSatisfy { $0.contains(#": {"title":"Hello"} or the app's own default → "#) }, "\(banner)")
        expect(banner.contains { $0.hasPrefix("country not AT or CH or DE:") }, "\(banner)")
        expect(
            banner.contains {
                $0.hasPrefix("country AT or CH or DE, not from 2026-11-27T17:00:00Z until 2026-11-27T23:00:00Z:")
            }, "\(banner)")
    }

    @Test func `support_phone may have been another one for everybody with an email domain`() {
        // Whether the domain contains "partner" is not expressible; without a domain it does not.
        expectEqual(
            template.rows(of: "support_phone"),
            [
                #"email_domain present, language not de or de-AT: "+1 555 0111" or "+1 555 0100" → "+1 555 0100""#,
                #"email_domain present, language de or de-AT: "+1 555 0111" or "+49 30 0100" → "+49 30 0100""#,
            ])
    }

    @Test func `timeout may have been that of the app or of the audience`() {
        // "old ios" also asks for an app ID, which may hold below 2.0 only. "buyers" may hold for everybody.
        expectEqual(template.rows(of: "timeout"), ["<2.0.0: 60.5 or 10 or 30 → 30", ">=2.0.0: 10 or 30 → 30"])
    }

    @Test func `with the platform of the app, timeout differs by the audience only`() throws {
        var options = FirebaseOptions()
        options.platforms = [ExactText("1:1:ios:a"): "ios"]
        // Where "old ios" holds, it comes before the audience, and the value is known.
        try expectEqual(
            Self.read(options).rows(of: "timeout"),
            [
                "<2.0.0, platform not ios: 10 or 30 → 30", ">=2.0.0: 10 or 30 → 30",
            ])
    }

    @Test func `express_pay of staff is the app's own default, and the percentage decides for others`() {
        expectEqual(
            template.rows(of: "express_pay"),
            [
                ">=2.61.0, platform ios, role contractor or employee: the app's own default → true for 25 % of \"new_cart\", false",
                "<2.61.0, role contractor or employee: the app's own default → false",
                ">=2.61.0, platform not ios, role contractor or employee: the app's own default → false",
                ">=2.61.0, platform ios, role not contractor or employee: true or false → true for 25 % of \"new_cart\", false",
            ])
    }

    @Test func `terms_url is exact`() {
        expect(template.statement.settings.first { $0.name == "terms_url" }?.isExact == true)
    }

    @Test func `each reason has the place of its part`() {
        let doubts = template.source.conditions.flatMap(\.doubts)
        expectEqual(
            doubts.map { template.text($0.span) },
            [
                "app.userProperty['email_domain'].contains(['partner'])", "percent('new_cart') <= 25",
                "app.id == '1:1:ios:a'", "app.audiences.inAtLeastOne(['purchasers'])",
                "percent('banner') between 10 and 20",
            ])
        expectEqual(doubts.map { template.place($0.span) }, ["5:42", "6:102", "10:41", "11:40", "12:39"])
        expectEqual(Set(template.source.remarks.map(\.code)), ["version-text", "country", "language"])
    }
}
