import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decoding records whose keys are in another casing than the properties, beside what Foundation offers for it.
enum KeyStrategyWork {
    static func measure(into report: inout Report) throws {
        guard report.includes("keys: ") else { return }
        let camelCase = Data(CasedRecords.document(.lowerCamelCase))
        let snakeCase = Data(CasedRecords.document(.snakeCase))
        let mixed = Data(CasedRecords.document(.mixed))
        let unchanged = decoder(.custom { path in path[path.count - 1] })
        let ours = decoder(.lowerCamelCase)
        let reconciling = JSONDecoder.tolerant()

        let input = "\(mixed.count) B"
        func time(_ work: String, _ body: () throws -> [CasedRecords.Record]) rethrows -> Double {
            let time = try Measurement.nanoseconds(body)
            report.add(Figure(work: "keys: " + work, input: input, value: time, unit: .nanoseconds, limit: nil))
            return time
        }
        _ = try time("default, camelCase") { try decode(camelCase, decoder(.useDefaultKeys)) }
        let identity = try time("custom, unchanged, camelCase") { try decode(camelCase, unchanged) }
        let foundation = try time("convertFromSnakeCase, snake_case") {
            try decode(snakeCase, decoder(.convertFromSnakeCase))
        }
        let onSnakeCase = try time("lowerCamelCase, snake_case") { try decode(snakeCase, ours) }
        let onCamelCase = try time("lowerCamelCase, camelCase") { try decode(camelCase, ours) }
        _ = try time("lowerCamelCase, mixed case") { try decode(mixed, ours) }
        _ = try time("reconciling, mixed case") {
            try reconciling.decode([CasedRecords.Record].self, reconciling: mixed)
        }
        for (work, value, limit) in [
            ("lowerCamelCase / convertFromSnakeCase", onSnakeCase / foundation, 0.6),
            ("lowerCamelCase, snake_case / unchanged", onSnakeCase / identity, 1.25),
            ("lowerCamelCase, camelCase / unchanged", onCamelCase / identity, 1.25),
        ] {
            report.add(Figure(work: "keys: " + work, input: input, value: value, unit: .times, limit: .most(limit)))
        }
    }

    private static func decoder(_ strategy: JSONDecoder.KeyDecodingStrategy) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        return decoder
    }

    private static func decode(_ data: Data, _ decoder: JSONDecoder) throws -> [CasedRecords.Record] {
        try decoder.decode([CasedRecords.Record].self, from: data)
    }
}
