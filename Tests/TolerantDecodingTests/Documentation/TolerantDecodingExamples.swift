import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The examples of the DocC article: what the backend sends, the model, and what it reads.
///
/// `DocumentationPageTests` compares them with the article.
struct TolerantDecodingExamples {
    @Test func `Numbered families`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            {
              "name": "Alpenblick",
              "amenity1": "Pool", "amenity2": "", "amenity10": "Bar", "amenity3": null,
              "strRoom1": "Single", "strPrice1": "80 EUR", "strRoom2": "Double", "strPrice2": " "
            }
            """.utf8)

        struct Hotel: Decodable {
            let name: String
            @NumberedFamily var amenities: [String]
            @NumberedFamily var rooms: [String]
            @NumberedFamily var prices: [String]

            enum CodingKeys: String, TolerantCodingKey {
                case name
                case amenities = "amenity"
                case rooms = "strRoom"
                case prices = "strPrice"
            }
        }

        let hotel = try JSONDecoder().decode(Hotel.self, from: data)
        print(hotel.amenities)
        // ["Pool", "Bar"]
        for (room, price) in hotel.$rooms.zipped(with: hotel.$prices) {
            print(room, price ?? "on request")
        }
        // Single 80 EUR
        // Double on request

        #expect(hotel.name == "Alpenblick")
        #expect(printed == [#"["Pool", "Bar"]"#, "Single 80 EUR", "Double on request"])
    }

    @Test func `Any key at all`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "id_meal": 52772, "strIngredient1": "Chicken", "strIngredient2": "Salt" }
            """.utf8)

        struct Meal: Decodable {
            let id: Int
            let ingredients: [String]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: DynamicKey.self)
                id = try container.required("idMeal")
                ingredients = try container.family(of: String.self, prefix: "strIngredient").values
            }
        }

        do {
            _ = try JSONDecoder().decode(Meal.self, from: data)
        } catch DecodingError.keyNotFound(_, let context) {
            print(context.debugDescription)
            // there is no key "idMeal"; the nearest one is "id_meal"
        }

        #expect(printed == [#"there is no key "idMeal"; the nearest one is "id_meal""#])
        let complete = Data(#"{"idMeal": 1, "strIngredient2": "Salt", "strIngredient1": "Chicken"}"#.utf8)
        let meal = try JSONDecoder().decode(Meal.self, from: complete)
        #expect(meal.id == 1)
        #expect(meal.ingredients == ["Chicken", "Salt"])
    }

    @Test func `One field under several names`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            [{ "id": 1, "weirdAmount": 12.5 }, { "id": 2, "totalAmount": 20, "amount": 19 }]
            """.utf8)

        struct Payment: Decodable {
            let id: Int
            let amount: Double

            enum CodingKeys: String, TolerantCodingKey {
                case id, amount

                enum Aliases: String, KeyAliases {
                    case weirdAmount, specialAmount, totalAmount
                    var target: CodingKeys { .amount }
                }
            }
        }

        let decoder = JSONDecoder()

        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let payments = try decoder.decode([Payment].self, from: data)
        print(payments.map(\.amount))
        // [12.5, 19.0]
        print(issues.issues[0])
        // [1].amount: "amount" and "totalAmount" are names of the same field; "amount" was read, send only one of them [conflicting-keys]

        #expect(payments.map(\.id) == [1, 2])
        #expect(
            printed == [
                "[12.5, 19.0]",
                #"[1].amount: "amount" and "totalAmount" are names of the same field; "amount" was read, send only one of them "#
                    + "[conflicting-keys]",
            ])

        decoder.keyConversion = .lowerCamelCase
            .then(.transform({ String($0.dropFirst(3)) }, when: { key, _ in key.hasPrefix("str") }))

        let meal = try decoder.decode([String: Int].self, from: Data(#"{"strMeal": 1}"#.utf8))
        #expect(meal == ["strMeal": 1])
        let payment = try decoder.decode(Payment.self, from: Data(#"{"strid": 1, "stramount": 2}"#.utf8))
        #expect(payment.amount == 2)
    }

    @Test func `Keys in every casing`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "user_id": 7, "FIRST_NAME": "Ada", "ErrorCODE": 3, "last-login": "2024-02-29", "extra_data": { "Some_KEY": 1 } }
            """.utf8)

        struct User: Codable {
            let userId: Int
            let firstName: String
            let errorCode: Int
            let lastLogin: String
            let extraData: [String: Int]
        }

        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .lowerCamelCase
        let user = try decoder.decode(User.self, from: data)
        print(user.errorCode, user.extraData)
        // 3 ["Some_KEY": 1]

        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .snakeCase  // or .dashCase

        #expect(user.userId == 7)
        #expect(user.firstName == "Ada")
        #expect(user.lastLogin == "2024-02-29")
        #expect(printed == [#"3 ["Some_KEY": 1]"#])
        let written = try encoder.encode(user)
        #expect(String(decoding: written, as: UTF8.self).contains(#""first_name":"Ada""#))
        #expect(try decoder.decode(User.self, from: written).userId == 7)

        struct Item: Decodable { let itemId: Int }
        let issues = SettingIssueCollector()

        let tolerant = JSONDecoder.tolerant(issues: issues)
        let colliding = Data(#"{ "item_id": 1, "itemId": 2 }"#.utf8)
        let item = try tolerant.decode(Item.self, resolvingConflictsIn: colliding)
        print(item.itemId, issues.issues.count)
        // 2 1

        #expect(printed.last == "2 1")
        #expect(issues.issues.map(\.code) == [.conflictingKeys])
    }

    @Test func `Dates in any form`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            [
              "2009-11-10", "2009-11-10T23:00:00.000+01", "2009-11-10T23:00:00Z", "2009-11-10T23:00:00.000", "2009-11-10 23:00:00",
              "Tue, 10 Nov 2009 23:00:00 GMT", 1257894000, "1257894000", 1257894000000
            ]
            """.utf8)

        let decoder = JSONDecoder()

        decoder.dateDecodingStrategy = .flexible
        let dates = try decoder.decode([Date].self, from: data)
        print(dates[2] == dates[8])
        // true

        #expect(dates.count == 9)
        #expect(printed == ["true"])
        #expect(Set(dates[2...]).count == 1)
        #expect(dates[1].timeIntervalSince(dates[2]) == -3_600)
    }

    @Test func `Absent, null and value`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "nickname": null, "city": "Bern" }
            """.utf8)

        struct ProfileUpdate: Codable {
            var nickname: OptionalValue<String>?
            var city: OptionalValue<String>?
            var motto: OptionalValue<String>?
        }

        struct Profile: Equatable {
            var nickname: String?
            var city: String?
            var motto: String?

            mutating func apply(_ update: ProfileUpdate) {
                nickname = update.nickname.applied(to: nickname)
                city = update.city.applied(to: city)
                motto = update.motto.applied(to: motto)
            }
        }

        let update = try JSONDecoder().decode(ProfileUpdate.self, from: data)
        var profile = Profile(nickname: "Zoe", city: "Basel", motto: "Onward")
        profile.apply(update)
        print(profile.nickname ?? "none", profile.city ?? "none", profile.motto ?? "none")
        // none Bern Onward

        #expect(printed == ["none Bern Onward"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(update), as: UTF8.self) == #"{"city":"Bern","nickname":null}"#)
    }

    @Test func `Booleans and numbers of another type`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "isActive": "yes", "isNew": 0, "logins": "42", "ratio": "0.5" }
            """.utf8)

        struct Account: Decodable {
            @Lenient var isActive: Bool
            @Lenient var isNew: Bool?
            @Lenient var logins: Int
            @Lenient var ratio: Double
        }

        let account = try JSONDecoder().decode(Account.self, from: data)
        print(account.isActive, account.logins)
        // true 42

        #expect(printed == ["true 42"])
        #expect(account.isNew == false)
        #expect(account.ratio == 0.5)
    }

    @Test func `Defaults in code`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "search": "maybe", "pageLength": { "defaultValue": 20, "valuesByVersion": [{ "appVersion": ">=2.0", "value": 50 }] } }
            """.utf8)

        struct Flags: SettingsModel {
            @Setting var search = true
            @Setting("page_size", aliases: "pageLength") var pageSize = 10
            @Setting var checkout = Checkout()

            struct Checkout: SettingsModel {
                @Setting var isExpress = false
            }
        }

        let decoder = JSONDecoder(appVersion: "2.1.0")

        let flags = try decoder.decode(Flags.self, from: data)
        print(flags.search, flags.pageSize, flags.checkout.isExpress)
        // true 50 false
        print(flags.$search.errorCode!, flags.$pageSize.reason, flags.$checkout.errorCode!)
        // typeMismatch targetingMatch flagNotFound

        #expect(printed == ["true 50 false", "typeMismatch targetingMatch flagNotFound"])
    }

    @Test func `Lists with bad elements`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        let data = Data(
            """
            { "products": [{ "name": "Tea", "price": 3 }, { "name": "Cup" }, null], "stock": { "Tea": 5, "Cup": "none" } }
            """.utf8)

        struct Catalogue: Decodable {
            @Lossy var products: [Product]
            @Lossy var stock: [String: Int]

            struct Product: Decodable {
                let name: String
                let price: Double
            }
        }

        let decoder = JSONDecoder()

        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        let catalogue = try decoder.decode(Catalogue.self, from: data)
        print(catalogue.products.map(\.name), catalogue.stock)
        // ["Tea"] ["Tea": 5]
        print(issues.issues.map(\.path))
        // ["products[1]", "products[2]", "stock.Cup"]

        #expect(catalogue.products.map(\.price) == [3])
        #expect(printed == [#"["Tea"] ["Tea": 5]"#, #"["products[1]", "products[2]", "stock.Cup"]"#])
    }

    @Test func `All of it at once`() throws {
        var logged: [String] = []
        func log(_ text: String) { logged.append(text) }
        let data = try ProjectFile.data("Configs/backend/hotels.json")

        let issues = SettingIssueCollector()
        let decoder = JSONDecoder.tolerant(appVersion: "2.1.0", issues: issues)
        let answer = try decoder.decode(HotelsAnswer.self, resolvingConflictsIn: data)
        for issue in issues.issues {
            log(issue.description)
        }

        #expect(answer.hotels.map(\.hotelId) == [7, 8])
        #expect(logged.count == 8)
    }
}

// AppOverloadTests run this.
protocol OwnCodingKey: TolerantCodingKey {}

extension KeyedDecodingContainer where Key: OwnCodingKey {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decode(String.self, forKey: key) == "J"
    }
}
