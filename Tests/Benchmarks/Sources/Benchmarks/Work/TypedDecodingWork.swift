import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A thousand settings of each type through `JSONDecoder`, beside the same without this library: without resolution, and
/// without a look for unknown members.
enum TypedDecodingWork {
    static func measure(into report: inout Report) throws {
        try measure(Bool.self, into: &report) { "\($0.fraction() < 0.5)" }
        try measure(Int.self, into: &report) { "\($0.integer(in: 0...1000))" }
        try measure(Double.self, into: &report) { "\($0.integer(in: 0...1000)).5" }
        try measure(String.self, into: &report) { "\"s\($0.integer(in: 0...9999))\"" }
        try measure(Style.self, named: "object", into: &report) {
            "{\"color\": \($0.integer(in: 0...9)), \"names\": [\"x\", \"y\"]}"
        }
    }

    private static func measure<Value: Decodable>(
        _ type: Value.Type, named name: String? = nil, into report: inout Report,
        value: (inout MersenneTwister) -> String
    ) throws {
        let name = name ?? "\(type)"
        let settings = "typed decoding: PropertySetting of \(name)"
        let plain = "typed decoding: synthesized \(name)"
        let ratio = "typed decoding: ratio for \(name)"
        guard [settings, plain, ratio].contains(where: report.includes) else { return }

        var random = MersenneTwister(seed: 3)
        let texts = (0..<1_000).map { _ in setting(value, &random) }
        let data = Data("[\(texts.joined(separator: ", "))]".utf8)
        let decoder = JSONDecoder(appVersion: "4.5.6")
        let (ours, theirs) = try Measurement.nanoseconds {
            try decoder.decode([PropertySetting<Value>].self, from: data)
        } beside: {
            try decoder.decode([PlainSetting<Value>].self, from: data)
        }
        let input = "1000"
        report.add(Figure(work: settings, input: input, value: ours, unit: .nanoseconds, limit: nil))
        report.add(Figure(work: plain, input: input, value: theirs, unit: .nanoseconds, limit: nil))
        report.add(Figure(work: ratio, input: input, value: ours / theirs, unit: .times, limit: nil))
    }

    /// The text of a setting with four entries.
    private static func setting(
        _ value: (inout MersenneTwister) -> String, _ random: inout MersenneTwister
    ) -> String {
        let defaultValue = value(&random)
        let entries = (0..<4).map { _ in
            let version = "\(random.integer(in: 1...9)).\(random.integer(in: 0...9)).\(random.integer(in: 0...9))"
            let requirement = random.fraction() < 0.6 ? version : ">=\(version) <9.9.9"
            return #"{"appVersion": "\#(requirement)", "value": \#(value(&random))}"#
        }
        return #"{"defaultValue": \#(defaultValue), "valuesByVersion": [\#(entries.joined(separator: ", "))]}"#
    }
}

private struct PlainSetting<Value: Decodable>: Decodable {
    let defaultValue: Value
    let valuesByVersion: [PlainEntry<Value>]
}

private struct PlainEntry<Value: Decodable>: Decodable {
    let appVersion: String
    let value: Value
}

/// The value of a setting that is an object.
private struct Style: Decodable {
    let color: Int
    let names: [String]
}
