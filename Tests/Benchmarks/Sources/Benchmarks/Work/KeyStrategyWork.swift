import TolerantDecoding

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
        let tolerant = JSONDecoder.tolerant()

        let works: [(name: String, body: () throws -> [CasedRecords.Record])] = [
            ("default, camelCase", { try decode(camelCase, decoder(.useDefaultKeys)) }),
            ("unchanged, camelCase", { try decode(camelCase, unchanged) }),
            ("convertFromSnakeCase, snake_case", { try decode(snakeCase, decoder(.convertFromSnakeCase)) }),
            ("lowerCamelCase, snake_case", { try decode(snakeCase, ours) }),
            ("lowerCamelCase, camelCase", { try decode(camelCase, ours) }),
            ("lowerCamelCase, mixed case", { try decode(mixed, ours) }),
            (
                "resolving conflicts, mixed case",
                { try tolerant.decode([CasedRecords.Record].self, resolvingConflictsIn: mixed) }
            ),
        ]
        // By turns, so that a slow moment of the machine is not one of a single strategy.
        var samples = [[Double]](repeating: [], count: works.count)
        for _ in 0..<Measurement.sampleCount {
            for (index, work) in works.enumerated() {
                samples[index].append(try Measurement.nanoseconds(work.body))
            }
        }
        let input = "\(mixed.count) B"
        let times = samples.map(Measurement.median)
        for (work, time) in zip(works, times) {
            report.add(Figure(work: "keys: " + work.name, input: input, value: time, unit: .nanoseconds, limit: nil))
        }
        for (work, value, limit) in [
            ("lowerCamelCase / convertFromSnakeCase", times[3] / times[2], 0.5),
            ("lowerCamelCase, snake_case / unchanged", times[3] / times[1], 1.15),
            ("lowerCamelCase, camelCase / unchanged", times[4] / times[1], 1.15),
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
