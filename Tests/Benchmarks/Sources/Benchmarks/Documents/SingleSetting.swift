/// A document with one setting of 5,000 entries, in the shapes that make analyses slow which compare entries in pairs.
enum SingleSetting: String, CaseIterable {
    /// Single versions, each with a value of its own.
    case distinct
    /// Ranges side by side, each sharing versions with its neighbours only.
    case chain
    /// Ranges that nearly all share versions with each other.
    case overlapping
    /// Each range within the next one.
    case nested
    /// Lower bounds that ascend, with two values by turns.
    case alternating
    /// Every other version has the one value that is not the default.
    case islands
    /// Ranges anywhere, four values.
    case random
    /// Ranges and single versions anywhere, two intervals a requirement, each with a value of its own.
    case scattered

    static let entryCount = 5_000

    /// The document's text.
    ///
    /// - Parameter isReversed: Whether the last entry comes first.
    func document(isReversed: Bool = false) -> String {
        var random = MersenneTwister(seed: 1)
        var entries = (0..<Self.entryCount).map { index in
            let entry = entry(index, &random)
            return "    { \"appVersion\": \"\(entry.requirement)\", \"value\": \(entry.value) }"
        }
        if isReversed { entries.reverse() }
        return """
            {
             "setting": {
              "defaultValue": 0,
              "valuesByVersion": [
            \(entries.joined(separator: ",\n"))
              ]
             }
            }

            """
    }

    private func entry(_ index: Int, _ random: inout MersenneTwister) -> (requirement: String, value: Int) {
        let count = Self.entryCount
        switch self {
        case .distinct: return (version(index), index + 1)
        case .chain: return (range(2 * index, 2 * index + 3), index + 1)
        case .overlapping: return (range(index, index + count / 2), index + 1)
        case .nested: return (range(count - index, count + 1 + index), index + 1)
        case .alternating: return (">=\(version(count - index))", index % 2)
        case .islands: return (version(2 * index), 1)
        case .random: return (range(&random), index % 4)
        case .scattered:
            return ("\(range(&random)) || \(version(random.integer(in: 0...(2 * count))))", index + 1)
        }
    }

    private func range(_ random: inout MersenneTwister) -> String {
        let bounds = [0, 1].map { _ in random.integer(in: 0...(2 * Self.entryCount)) }.sorted()
        return range(bounds[0], bounds[1] + 1)
    }

    private func range(_ lower: Int, _ upper: Int) -> String {
        ">=\(version(lower)) <\(version(upper))"
    }

    /// Versions in ascending order, by their number.
    private func version(_ number: Int) -> String {
        "\(1 + number / 100).\(number / 10 % 10).\(number % 10)"
    }
}
