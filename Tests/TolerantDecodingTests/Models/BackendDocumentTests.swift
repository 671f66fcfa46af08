import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The model of `Configs/backend/hotels.json`: fields stated once, and no `init(from:)`.
struct HotelsAnswer: Decodable {
    let requestId: String
    let serverTime: Date
    let settings: Settings
    @Lossy var hotels: [Hotel]

    struct Settings: Decodable {
        let newCheckout: PropertySetting<Bool>
        let maxRooms: PropertySetting<Int>
    }

    struct Hotel: Decodable {
        let hotelId: Int
        let name: String
        let amount: Double
        let isActive: Bool
        let reviewCount: Int
        let opened: Date
        let lastBooked: OptionalValue<Date>?
        let updatedAt: Date
        let nickname: OptionalValue<String>?
        @NumberedFamily var amenities: [String]
        @NumberedFamily var rooms: [String]
        @NumberedFamily var prices: [String]
        @Lossy var ratings: [Int]
        @Lossy var stockByDay: [String: Int]?

        enum CodingKeys: String, TolerantCodingKey {
            case hotelId, name, amount, isActive, reviewCount, opened, lastBooked, updatedAt, nickname, ratings,
                stockByDay
            case amenities = "amenity"
            case rooms = "strRoom"
            case prices = "strPrice"

            enum Aliases: String, KeyAliases {
                case weirdAmount, specialAmount, totalAmount
                var target: CodingKeys { .amount }
            }
        }
    }
}

struct BackendDocumentTests {
    @Test func `a document with all habits of backends is read completely`() throws {
        let (answer, _) = try decode()
        expectEqual(answer.requestId, "7f3a")
        expectEqual(answer.serverTime, Date(timeIntervalSinceReferenceDate: 730_895_400.123))
        expect(answer.settings.newCheckout.value)
        expect(answer.settings.newCheckout.resolved(for: "1.0").value == false)
        expectEqual(answer.settings.maxRooms.value, 5)
        expectEqual(answer.hotels.map(\.name), ["Alpenblick", "Seehof"])
        let first = try #require(answer.hotels.first)
        expectEqual(first.hotelId, 7)
        expectEqual(first.amount, 199.9)
        expect(first.isActive)
        expectEqual(first.reviewCount, 42)
        expectEqual(first.opened, Date(timeIntervalSince1970: 893_980_800))
        expectEqual(first.lastBooked, .value(Date(timeIntervalSince1970: 1_709_202_600)))
        expectEqual(first.updatedAt, Date(timeIntervalSince1970: 1_709_199_000.25))
        expectEqual(first.nickname, .null)
        expectEqual(first.amenities, ["Pool", "Sauna", "Bar"])
        expectEqual(first.$rooms.zipped(with: first.$prices).map(\.1), ["80.50", nil])
        expectEqual(first.ratings, [5, 4])
        expectEqual(first.stockByDay, ["2024-03-01": 3, "Some_Day": 0])
        let second = try #require(answer.hotels.last)
        expectEqual(second.hotelId, 8)
        expectEqual(second.amount, 150)
        expect(!second.isActive)
        expectEqual(second.lastBooked, .null)
        expectNil(second.nickname)
        expectEqual(second.updatedAt, Date(timeIntervalSince1970: 1_709_202_600))
        expectEqual(second.stockByDay, [:])
    }

    @Test func `everything that was not read is an issue with its path`() throws {
        let issues = try decode().issues
        expectEqual(
            issues.map { "\($0.path) [\($0.code.rawValue)]" },
            [
                "settings.newCheckout.valuesByVersion[1].appVersion [bad-requirement]",
                "hotels[0].ratings[1] [dropped-element]",
                "hotels[0].ratings[3] [dropped-element]",
                "hotels[0].stockByDay.2024-03-02 [dropped-element]",
                "hotels[0].amenity4 [conflicting-keys]",
                "hotels[1].amount [conflicting-keys]",
                "hotels[2] [dropped-element]",
                "hotels[0].hotelId [conflicting-keys]",
            ])
    }

    @Test func `a strict decoder rejects the document and names the first problem`() throws {
        let decoder = strict(.tolerant(appVersion: "2.1.0"))
        let data = try ProjectFile.data("Configs/backend/hotels.json")
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode(HotelsAnswer.self, resolvingConflictsIn: data)
        }
        expect(error.summary.hasPrefix("corrupted at settings.newCheckout.valuesByVersion.[1].appVersion: requirement"))
    }

    private func decode() throws -> (answer: HotelsAnswer, issues: [SettingIssue]) {
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder.tolerant(appVersion: "2.1.0", issues: collector)
        let data = try ProjectFile.data("Configs/backend/hotels.json")
        return (try decoder.decode(HotelsAnswer.self, resolvingConflictsIn: data), collector.issues)
    }
}
