import FlagResolver
import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    func `a family is collected in numeric order, with gaps, and without blanks and nulls`(
        members: String, expected: [String]
    ) throws {
        let json = "{\"name\": \"x\", \(members)}"
        let (hotel, issues) = try decodeWithIssues(Hotel.self, json)
        expectEqual(hotel.amenities, expected)
        expectNil(hotel.rooms)
        expect(issues.isEmpty)

        struct Raw: Decodable {
            let amenities: [String]
            init(from decoder: any Decoder) throws {
                amenities = try decoder.container(keyedBy: DynamicKey.self).family(prefix: "amenity").values
            }
        }
        try expectEqual(JSONDecoder().decode(Raw.self, from: Data(json.utf8)).amenities, expected)
    }

    @Test func `a model with a family has the initializer that its properties suggest`() {
        let hotel = Hotel(name: "x", amenities: ["Pool", "Spa"], rooms: nil)
        expectEqual(hotel.$amenities.members.map(\.number), [1, 2])
        expectEqual(hotel.amenities, ["Pool", "Spa"])
    }

    @Test(arguments: [#""amenity": ["Pool", "Spa"]"#, #""room": [1, 2]"#, #""amenity": []"#])
    func `an array in place of a family is an issue, and an error in strict mode`(member: String) throws {
        let json = "{\"name\": \"x\", \(member)}"
        let (hotel, issues) = try decodeWithIssues(Hotel.self, json)
        expectEqual(hotel, Hotel(name: "x", amenities: [], rooms: nil))
        expectEqual(issues.map(\.code), [.typeMismatch])
        expect(issues.first?.message.contains("found an array, expected the numbered keys") == true)
        #expect(throws: DecodingError.self) { try strict().decode(Hotel.self, from: Data(json.utf8)) }
        // A family with members may be beside an array of its name.
        let both = "{\"name\": \"x\", \"amenity1\": \"Bar\", \"room1\": 3, \(member)}"
        try expect(decodeWithIssues(Hotel.self, both).issues.isEmpty)
    }

    @Test func `a family keeps blanks and nulls on request`() throws {
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
        expectEqual(model.texts, [nil, "", "c"])
        expectEqual(model.numbers, [nil, 2, nil])
        expectEqual(model.$numbers.members.map(\.number), [1, 2, 4])

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
        expectEqual(raw.all, [nil, "", "c"])
        expectEqual(raw.blanks, ["", "c"])
    }

    @Test func `parallel families are zipped by number, even if values were left out`() throws {
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
        expectEqual(pairs.map(\.0), ["Chicken", "Salt", "Oil"])
        expectEqual(pairs.map(\.1), ["1 lb", nil, "1 tbs"])
    }

    @Test func `of two keys with the same number the shorter is read, and an issue names the other`() throws {
        let json = #"{"name": "x", "amenity01": "b", "amenity1": "a", "amenity001": "c", "amenity2": "d"}"#
        let (hotel, issues) = try decodeWithIssues(Hotel.self, json)
        expectEqual(hotel.amenities, ["a", "d"])
        expectEqual(issues.map(\.code), [.conflictingKeys])
        expectEqual(issues.map(\.path), ["amenity1"])
        expectEqual(
            issues.first?.message,
            #""amenity1", "amenity01" and "amenity001" have the same number; "amenity1" was read,"#
                + " send only one of them")
        let error = try decodingError(Hotel.self, json, with: strict())
        expect(error.summary.hasPrefix(#"corrupted at amenity1: "amenity1", "amenity01""#))
    }

    @Test func `a member of another type is an error with the path of its key`() throws {
        struct Model: Decodable { let hotels: [Hotel] }
        let error = try decodingError(Model.self, #"{"hotels": [{"name": "x", "room1": 1, "room2": "two"}]}"#)
        expect(error.summary.hasPrefix("mismatch of Int at hotels.[0].room2: "))
        try expectEqual(
            JSONDecoder().decode(Hotel.self, from: Data(#"{"name":"x","room3":3,"room4":""}"#.utf8)).rooms?.values, [3])
    }

    @Test func `families work with a key strategy, and may contain models with families`() throws {
        struct Group: Decodable {
            @NumberedFamily var hotels: [Hotel]
            enum CodingKeys: String, TolerantCodingKey { case hotels = "hotel" }
        }
        let json = #"{"HOTEL_2": {"Name": "b", "AMENITY_1": "x"}, "Hotel1": {"name": "a", "room-2": 2, "room-1": 1}}"#
        let group = try JSONDecoder.tolerant().decode(Group.self, from: Data(json.utf8))
        expectEqual(group.hotels.map(\.name), ["a", "b"])
        expectEqual(group.hotels.map(\.amenities), [[], ["x"]])
        expectEqual(group.hotels.map { $0.rooms?.values }, [[1, 2], nil])
    }

    struct Rooms: Codable {
        @NumberedFamily var rooms: [String]
        let beds: NumberedFamily<Int>?

        enum CodingKeys: String, TolerantCodingKey {
            case rooms = "roomIDs"
            case beds = "bed_"

            enum Aliases: String, KeyAliases {
                case chamberID
                case sofa = "sofa-"
                var target: CodingKeys { self == .sofa ? .beds : .rooms }
            }
        }
    }

    @Test(
        arguments: [
            (#"{"roomIDs1": "a", "room_ids_2": "b", "RoomIDs3": "c"}"#, ["a", "b", "c"], nil),
            (#"{"chamberID2": "b", "chamber_id_1": "a", "roomIDs10": "c"}"#, ["a", "b", "c"], nil),
            (#"{"bed_2": 2, "bed1": 1, "sofa-3": 3, "sofa4": 4}"#, [], [1, 2, 3, 4]),
        ] as [(String, [String], [Int]?)])
    func `a family is found in each casing that the decoder converts`(
        json: String, rooms: [String], beds: [Int]?
    ) throws {
        let decoder = JSONDecoder.tolerant()
        let (model, issues) = try decodeWithIssues(Rooms.self, json, with: decoder)
        expectEqual(model.rooms, rooms)
        expectEqual(model.beds?.values, beds)
        expect(issues.isEmpty)
        let encoded = try JSONEncoder().encode(model)
        for decoder in [decoder, JSONDecoder()] {
            let again = try decoder.decode(Rooms.self, from: encoded)
            expectEqual(again.rooms, rooms)
            expectEqual(again.beds?.values ?? [], beds ?? [])
        }
        let list = try PropertyListEncoder().encode(model)
        try expectEqual(PropertyListDecoder().decode(Rooms.self, from: list).rooms, rooms)
    }

    @Test func `a family in its canonical spelling leaves the converted one to another field`() throws {
        struct Model: Decodable {
            @NumberedFamily var capitals: [Int]
            @NumberedFamily var words: [Int]

            enum CodingKeys: String, TolerantCodingKey {
                case capitals = "roomID"
                case words = "roomId"
            }
        }
        let (model, issues) = try decodeWithIssues(Model.self, #"{"roomID1": 1, "roomId2": 2}"#)
        expectEqual(model.capitals, [1])
        expectEqual(model.words, [2])
        expect(issues.isEmpty)
    }

    /// Families one of whose names continues that of another with a digit.
    private struct Floors: Decodable {
        @NumberedFamily var rooms: [String]
        @NumberedFamily var firstFloor: [String]
        @NumberedFamily var others: [String]

        enum CodingKeys: String, TolerantCodingKey {
            case rooms = "a"
            case firstFloor = "a1"
            case others = "b"

            enum Aliases: String, KeyAliases {
                case b2
                var target: CodingKeys { .others }
            }
        }
    }

    @Test(arguments: [
        ("a10", ["a1: 0"]), ("a1", ["a: 1"]), ("a2", ["a: 2"]), ("a20", ["a: 20"]), ("a1000", ["a1: 000"]),
        ("a11", ["a1: 1"]), ("b2", ["b: 2"]), ("b3", ["b: 3"]), ("b23", ["b: 23"]),
    ])
    func `a key belongs to one family, that with the longest name`(key: String, readers: [String]) throws {
        let read = try JSONDecoder().decode(Floors.self, from: Data("{\"\(key)\": \"x\"}".utf8))
        let found = [("a", read.$rooms), ("a1", read.$firstFloor), ("b", read.$others)].filter { !$0.1.members.isEmpty }
        expectEqual(found.map(\.0), readers.map { String($0.prefix { $0 != ":" }) })
    }

    @Test func `a family encodes to its keys`() throws {
        let json = #"{"amenity10":"b","amenity2":"a","name":"x","room1":7}"#
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let hotel = try JSONDecoder().decode(Hotel.self, from: Data(json.utf8))
        expectEqual(String(decoding: try encoder.encode(hotel), as: UTF8.self), json)
        let alone = try encoder.encode(hotel.$amenities)
        expectEqual(String(decoding: alone, as: UTF8.self), #"{"10":"b","2":"a"}"#)
        try expectEqual(JSONDecoder().decode(NumberedFamily<String>.self, from: alone), hotel.$amenities)
    }

    @Test func `the error for ordinary coding keys says how to declare them`() throws {
        struct Model: Decodable { @NumberedFamily var amenity: [String] }
        struct Optional: Decodable { let amenity: NumberedFamily<String>? }
        for error in [
            try decodingError(Model.self, #"{"amenity1": "x"}"#),
            try decodingError(Optional.self, #"{"amenity1": "x"}"#),
        ] {
            expect(error.summary.contains("declare them as enum CodingKeys: String, TolerantCodingKey"))
        }
    }

    @Test func `ten thousand members are collected in order`() throws {
        let numbers = Array(1...10_000)
        let members = numbers.reversed().map { "\"amenity\($0)\": \"\($0)\"" }.joined(separator: ",")
        let hotel = try JSONDecoder().decode(Hotel.self, from: Data("{\"name\": \"x\", \(members)}".utf8))
        expectEqual(hotel.amenities, numbers.map(String.init))
    }

    @Test func `members are sorted like integers`() {
        let seed: UInt64 = 0x6661_6D69
        var random = SeededRandom(seed: seed)
        let members = (0..<300).map { _ in
            NumberedFamily<Int>.Member(FamilyNumber(integerLiteral: UInt(random.next() >> (random.next() % 64))), 0)
        }
        let sorted = NumberedFamily(members: members).members.map { UInt($0.number.description) }
        let expected = Set(members.compactMap { UInt($0.number.description) }).sorted()
        expectEqual(sorted, expected, "seed \(seed)")
    }

    struct Spa: Codable {
        @NumberedFamily var pools: [String]
        let doors: NumberedFamily<Int>?

        enum CodingKeys: String, TolerantCodingKey {
            case pools = "pool"
            case doors = "door"
            enum Aliases: String, KeyAliases {
                case basin, gate
                var target: CodingKeys { self == .basin ? .pools : .doors }
            }
        }
    }

    @Test(
        arguments: [
            (#"{"basin2": "b", "pool1": "a", "basin10": "c"}"#, ["a", "b", "c"], nil, 0),
            (#"{"basin1": "b", "pool01": "a", "gate7": 7}"#, ["a"], [7], 1), ("{}", [], nil, 0),
        ] as [(String, [String], [Int]?, Int)])
    func `a family collects the keys with an alias of its prefix, too`(
        json: String, pools: [String], doors: [Int]?, issueCount: Int
    ) throws {
        let (spa, issues) = try decodeWithIssues(Spa.self, json)
        expectEqual(spa.pools, pools)
        expectEqual(spa.doors?.values, doors)
        expectEqual(issues.map(\.code), Array(repeating: .conflictingKeys, count: issueCount))
    }

    @Test(
        arguments: [
            (#"{"pool1": "a", "pool2": null, "pool3": " ", "basin4": "b", "pool5": 5, "basin6": 0.5}"#, true),
            (#"{"pool1": "a", "pool2": null, "pool3": " ", "basin4": "b", "pool5": "5", "basin6": "0.5"}"#, false),
        ])
    func `the members of a family are lenient if the decoder is`(json: String, isLenient: Bool) throws {
        let decoder = JSONDecoder()
        decoder.lenientScalars = isLenient
        try expectEqual(decoder.decode(Spa.self, from: Data(json.utf8)).pools, ["a", "b", "5", "0.5"])
        let error = try decodingError([Spa].self, #"[{"pool1": "a", "basin2": true}]"#, with: decoder)
        expect(error.summary.hasPrefix("mismatch of String at [0].basin2: "), "\(error.summary)")
    }

    @Test(arguments: ["4503599627370497.5", "0.9999999999999999999999", "1e-400"], [true, false])
    func `a number that the decoder would round is no integer of a family`(number: String, isLenient: Bool) throws {
        let decoder = JSONDecoder()
        decoder.lenientScalars = isLenient
        let error = try decodingError([Spa].self, #"[{"door1": 1, "door2": \#(number)}]"#, with: decoder)
        expectEqual(error.path, "[0].door2")
    }

    @Test func `a family is created from values and can be changed`() throws {
        var family = NumberedFamily(["Pool", "Spa"])
        expectEqual(family.members.map(\.number), [1, 2])
        family.wrappedValue.append("Gym")
        expectEqual(family.members.map(\.number), [1, 2, 3])
        expectEqual("\(family)", #"["Pool", "Spa", "Gym"]"#)
        var spa = try JSONDecoder().decode(Spa.self, from: Data(#"{"pool7": "x", "pool9": "y"}"#.utf8))
        spa.pools = ["z"]
        expectEqual(String(decoding: try JSONEncoder().encode(spa), as: UTF8.self), #"{"pool1":"z"}"#)
    }
}
