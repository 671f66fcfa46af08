import FlagResolver
import TolerantDecoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoding models with tolerant keys, beside the same model with ordinary ones.
enum ModelWork {
    private struct Plain: Decodable {
        let id: Int, name: String, amount: Double, isActive: Bool, note: String?, amenity1: String
    }

    private struct Tolerant: Decodable {
        let id: Int, name: String, amount: Double, isActive: Bool, note: String?, amenity1: String

        enum CodingKeys: String, TolerantCodingKey { case id, name, amount, isActive, note, amenity1 }
    }

    private struct Aliased: Decodable {
        let id: Int, name: String, amount: Double, isActive: Bool, note: String?, amenity1: String

        enum CodingKeys: String, TolerantCodingKey {
            case id, name, amount, isActive, note, amenity1

            enum Aliases: String, KeyAliases {
                case weirdAmount, specialAmount, totalAmount
                var target: CodingKeys { .amount }
            }
        }
    }

    private struct WithFamily: Decodable {
        let id: Int, name: String, amount: Double, isActive: Bool, note: String?
        @NumberedFamily var amenities: [String]

        enum CodingKeys: String, TolerantCodingKey {
            case id, name, amount, isActive, note
            case amenities = "amenity"
        }
    }

    private struct PropertySettings: Decodable {
        let id: PropertySetting<Int>, name: PropertySetting<String>, amount: PropertySetting<Double>,
            isActive: PropertySetting<Bool>, note: PropertySetting<String?>, amenity1: PropertySetting<String>
    }

    private struct Defaults: SettingsModel {
        @Setting var id = 0
        @Setting var name = ""
        @Setting var amount = 0.0
        @Setting var isActive = false
        @Setting var note: String? = nil
        @Setting var amenity1 = ""
    }

    static func measure(into report: inout Report) throws {
        guard report.includes("models: ") else { return }
        let objects = (0..<200).map { index in
            #"{"id":\#(index),"name":"Name \#(index)","amount":\#(index).5,"isActive":true,"note":null,"amenity1":"Pool"}"#
        }
        let data = Data("[\(objects.joined(separator: ","))]".utf8)
        func works<Model: Decodable>(_ type: Model.Type) -> () throws -> Int {
            { try JSONDecoder().decode([Model].self, from: data).count }
        }
        let works = [
            ("ordinary keys", works(Plain.self)), ("tolerant keys", works(Tolerant.self)),
            ("three aliases", works(Aliased.self)), ("a family", works(WithFamily.self)),
            ("settings", works(PropertySettings.self)), ("settings with defaults", works(Defaults.self)),
        ]
        // In turns, so that a slow moment of the machine affects all of them.
        var samples = [[Double]](repeating: [], count: works.count)
        for _ in 0..<Measurement.sampleCount {
            for (index, work) in works.enumerated() { samples[index].append(try Measurement.nanoseconds(work.1)) }
        }
        let times = samples.map(Measurement.median)
        for (work, time) in zip(works, times) {
            report.add(Figure(work: "models: " + work.0, input: "200", value: time, unit: .nanoseconds, limit: nil))
        }
        for (work, time) in zip(works, times).dropFirst() {
            let name = "models: \(work.0) / ordinary keys"
            let limit = ["three aliases", "a family"].contains(work.0) ? Figure.Limit.most(1.5) : nil
            report.add(Figure(work: name, input: "200", value: time / times[0], unit: .times, limit: limit))
        }
        let name = "models: settings with defaults / settings"
        report.add(Figure(work: name, input: "200", value: times[5] / times[4], unit: .times, limit: nil))
    }
}
