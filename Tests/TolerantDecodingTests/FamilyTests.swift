import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Numbered families")
struct FamilyTests {
    struct Hotel: Codable, Equatable {
        let name: String
        @NumberedFamily var amenities: [String]
        let rooms: NumberedFamily<Int>?

        enum CodingKeys: String, TolerantCodingKey {
            case name
            case amenities = "amenity"
            case rooms = "room"
        }
    }

    @Test(
        "are collected in numeric order, with gaps, and without blanks and nulls",
        arguments: [
            (#""amenity1": "Pool", "amenity10": "Bar", "amenity2": "Spa""#, ["Pool", "Spa", "Bar"]),
            (#""amenity1": "", "amenity2": "  \t", "amenity3": null, "amenity4": "Gym""#, ["Gym"]),
            (#""amenity7": "a", "amenity100": "c", "amenity0": "z", "amenity42": "b""#, ["z", "a", "b", "c"]),
            (
                #""amenity": "no", "amenityX": "no", "amenity1b": "no", "Amenity1": "no", "amenity-1": "no", "amenity١": "no""#,
                []
            ),
            (
                #""amenity99999999999999999999": "b", "amenity100000000000000000000": "c", "amenity9": "a""#,
                ["a", "b", "c"]
            ),
        ] as [(String, [String])])
    func collected(members: String, expected: [String]) throws {
        let json = "{\"name\": \"x\", \(members)}"
        let (hotel, issues) = try decodeWithIssues(Hotel.self, json)
        #expect(hotel.amenities == expected)
        #expect(hotel.rooms == nil)
        #expect(issues.isEmpty)

        struct Raw: Decodable {
            let amenities: [String]
            init(from decoder: any Decoder) throws {
                amenities = try decoder.container(keyedBy: DynamicKey.self).family(prefix: "amenity").values
            }
        }
        #expect(try JSONDecoder().decode(Raw.self, from: Data(json.utf8)).amenities == expected)
    }

    @Test("keep blanks and nulls on request")
    func kept() throws {
        struct Model: Decodable {
            @NumberedFamily var texts: [String?]
            @NumberedFamily var numbers: [Int?]

            enum CodingKeys: String, TolerantCodingKey {
                case texts = "text"
                case numbers = "number"
            }
        }
        let json = #"{"text3": "c", "text1": null, "text2": "", "number1": "", "number2": 2, "number4": null}"#
        let model = try JSONDecoder().decode(Model.self, from: Data(json.utf8))
        #expect(model.texts == [nil, "", "c"])
        #expect(model.numbers == [nil, 2, nil])
        #expect(model.$numbers.members.map(\.number) == [1, 2, 4])

        struct Raw: Decodable {
            let all: [String?]
            let blanks: [String]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: DynamicKey.self)
                all = try container.family(of: String?.self, prefix: "text").values
                blanks = try container.family(of: String.self, prefix: "text", keepingBlanks: true).values
            }
        }
        let raw = try JSONDecoder().decode(Raw.self, from: Data(json.utf8))
        #expect(raw.all == [nil, "", "c"])
        #expect(raw.blanks == ["", "c"])
    }

    @Test("that are parallel are zipped by number, whatever was left out of either")
    func zipped() throws {
        struct Meal: Decodable {
            @NumberedFamily var ingredients: [String]
            @NumberedFamily var measures: [String]

            enum CodingKeys: String, TolerantCodingKey {
                case ingredients = "strIngredient"
                case measures = "strMeasure"
            }
        }
        let json = """
            {"strIngredient1": "Chicken", "strMeasure1": "1 lb", "strIngredient2": "Salt", "strMeasure2": " ",
             "strIngredient3": "", "strMeasure3": "2", "strIngredient10": "Oil", "strMeasure10": "1 tbs", "strMeasure11": "x"}
            """
        let meal = try JSONDecoder().decode(Meal.self, from: Data(json.utf8))
        let pairs = meal.$ingredients.zipped(with: meal.$measures)
        #expect(pairs.map(\.0) == ["Chicken", "Salt", "Oil"])
        #expect(pairs.map(\.1) == ["1 lb", nil, "1 tbs"])
    }

    @Test("read the shorter of two keys with one number, and tell of the other")
    func repeated() throws {
        let json = #"{"name": "x", "amenity01": "b", "amenity1": "a", "amenity001": "c", "amenity2": "d"}"#
        let (hotel, issues) = try decodeWithIssues(Hotel.self, json)
        #expect(hotel.amenities == ["a", "d"])
        #expect(issues.map(\.code) == [.conflictingKeys])
        #expect(issues.map(\.path) == ["amenity1"])
        #expect(
            issues.first?.message
                == #""amenity1", "amenity01" and "amenity001" have the same number; "amenity1" was read,"#
                + " send only one of them")
        let error = try decodingError(Hotel.self, json, with: strict())
        #expect(error.summary.hasPrefix(#"corrupted at amenity1: "amenity1", "amenity01""#))
    }

    @Test("of another type are an error with the path of their key")
    func wrongType() throws {
        struct Model: Decodable { let hotels: [Hotel] }
        let error = try decodingError(Model.self, #"{"hotels": [{"name": "x", "room1": 1, "room2": "two"}]}"#)
        #expect(error.summary.hasPrefix("mismatch of Int at hotels.[0].room2: "))
        #expect(
            try JSONDecoder().decode(Hotel.self, from: Data(#"{"name":"x","room3":3,"room4":""}"#.utf8)).rooms?.values
                == [3])
    }

    @Test("are found under a key strategy, and hold models that have families themselves")
    func nested() throws {
        struct Group: Decodable {
            @NumberedFamily var hotels: [Hotel]
            enum CodingKeys: String, TolerantCodingKey { case hotels = "hotel" }
        }
        let json = #"{"HOTEL_2": {"Name": "b", "AMENITY_1": "x"}, "Hotel1": {"name": "a", "room-2": 2, "room-1": 1}}"#
        let group = try JSONDecoder.tolerant().decode(Group.self, from: Data(json.utf8))
        #expect(group.hotels.map(\.name) == ["a", "b"])
        #expect(group.hotels.map(\.amenities) == [[], ["x"]])
        #expect(group.hotels.map { $0.rooms?.values } == [[1, 2], nil])
    }

    @Test("encode back to their keys")
    func encoding() throws {
        let json = #"{"amenity10":"b","amenity2":"a","name":"x","room1":7}"#
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let hotel = try JSONDecoder().decode(Hotel.self, from: Data(json.utf8))
        #expect(String(decoding: try encoder.encode(hotel), as: UTF8.self) == json)
        let alone = try encoder.encode(hotel.$amenities)
        #expect(String(decoding: alone, as: UTF8.self) == #"{"10":"b","2":"a"}"#)
        #expect(try JSONDecoder().decode(NumberedFamily<String>.self, from: alone) == hotel.$amenities)
    }

    @Test("say what to declare in a model whose keys reach no others")
    func outOfReach() throws {
        struct Model: Decodable { @NumberedFamily var amenity: [String] }
        struct Optional: Decodable { let amenity: NumberedFamily<String>? }
        for error in [
            try decodingError(Model.self, #"{"amenity1": "x"}"#),
            try decodingError(Optional.self, #"{"amenity1": "x"}"#),
        ] {
            #expect(error.summary.contains("declare them as enum CodingKeys: String, TolerantCodingKey"))
        }
    }

    @Test("of ten thousand members are collected in order")
    func many() throws {
        let numbers = Array(1...10_000)
        let members = numbers.reversed().map { "\"amenity\($0)\": \"\($0)\"" }.joined(separator: ",")
        let hotel = try JSONDecoder().decode(Hotel.self, from: Data("{\"name\": \"x\", \(members)}".utf8))
        #expect(hotel.amenities == numbers.map(String.init))
    }

    @Test("are sorted as a slow comparison of numbers sorts them")
    func order() {
        let seed: UInt64 = 0x6661_6D69
        var random = SeededRandom(seed: seed)
        let members = (0..<300).map { _ in
            NumberedFamily<Int>.Member(FamilyNumber(integerLiteral: UInt(random.next() >> (random.next() % 64))), 0)
        }
        let sorted = NumberedFamily(members).members.map { UInt($0.number.description) }
        let expected = Set(members.compactMap { UInt($0.number.description) }).sorted()
        #expect(sorted == expected, "seed \(seed)")
    }
}
