import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A struct of a thousand settings through `JSONDecoder`, beside the same struct without this library.
enum TypedDecodingWork {
    static func measure(into report: inout Report) throws {
        let data = Data(ThousandSettings.document())
        let decoder = JSONDecoder(appVersion: "4.5.6")
        let settings = "typed decoding: PropertySetting"
        let plain = "typed decoding: synthesized"
        let ratio = "typed decoding: ratio"
        guard report.includes(settings) || report.includes(plain) || report.includes(ratio) else { return }

        let input = "1000"
        let (ours, theirs) = try Measurement.nanoseconds {
            try decoder.decode(ThousandSettings.self, from: data)
        } beside: {
            try decoder.decode(ThousandPlainSettings.self, from: data)
        }
        report.add(Figure(work: settings, input: input, value: ours, unit: .nanoseconds, limit: nil))
        report.add(Figure(work: plain, input: input, value: theirs, unit: .nanoseconds, limit: nil))
        report.add(Figure(work: ratio, input: input, value: ours / theirs, unit: .times, limit: .most(1.35)))
    }
}
