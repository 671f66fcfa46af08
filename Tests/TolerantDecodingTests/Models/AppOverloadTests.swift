import TestSupport
import Testing
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Functions that an app declares beside those of the library, to decode particular types in its own way.
struct AppOverloadTests {
    @Test(arguments: [true, false])
    func `an overload of the app for keys of its own takes precedence, lenient scalars or not`(isLenient: Bool) throws {
        struct Own: Decodable {
            let isOn: Bool
            let count: Int
            enum CodingKeys: String, OwnCodingKey {
                case isOn, count
                enum Aliases: String, KeyAliases {
                    case on
                    var target: CodingKeys { .isOn }
                }
            }
        }
        let decoder = JSONDecoder()
        decoder.lenientScalars = isLenient
        for json in [#"{"isOn": "J", "count": 1}"#, #"{"on": "J", "count": 1}"#] {
            try expect(decoder.decode(Own.self, from: Data(json.utf8)).isOn)
        }
        try expect(!decoder.decode(Own.self, from: Data(#"{"isOn": "yes", "count": 1}"#.utf8)).isOn)
        let lenient = Data(#"{"isOn": "J", "count": "2"}"#.utf8)
        if isLenient {
            try expectEqual(decoder.decode(Own.self, from: lenient).count, 2)
        } else {
            #expect(throws: DecodingError.self) { try decoder.decode(Own.self, from: lenient) }
        }
    }

    @Test func `an overload of the app for all keys is for models with ordinary keys`() throws {
        struct Ordinary: Decodable { let pages: UInt16 }
        struct Tolerant: Decodable {
            let pages: UInt16
            enum CodingKeys: String, TolerantCodingKey { case pages }
        }
        let json = Data(#"{"pages": "seven"}"#.utf8)
        try expectEqual(JSONDecoder().decode(Ordinary.self, from: json).pages, 7)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Tolerant.self, from: json) }
    }
}

extension KeyedDecodingContainer {
    /// What an app declares for all of its models.
    fileprivate func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decode(String.self, forKey: key) == "seven" ? 7 : 0
    }
}
