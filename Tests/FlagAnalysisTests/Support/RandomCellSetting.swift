import TestSupport

/// A setting of a few entries over few versions, as text and as sets of cells.
struct RandomCellSetting {
    struct Entry {
        /// The requirement, its alternatives joined with `||`.
        let text: String
        let alternatives: [VersionCells.Mask]
        let valueText: String
        /// Equal values have the same number.
        let value: Int
        /// Whether the value is of the declared type, so that the entry may win.
        let isTyped: Bool
        /// All versions that the requirement contains.
        let mask: VersionCells.Mask

        init(text: String, alternatives: [VersionCells.Mask], valueText: String, value: Int, isTyped: Bool) {
            self.text = text
            self.alternatives = alternatives
            self.valueText = valueText
            self.value = value
            self.isTyped = isTyped
            mask = alternatives.reduce(0, |)
        }
    }

    let entries: [Entry]
    /// The number of the default's value; `nil` where there is no default.
    let defaultValue: Int?
    let json: String

    /// Values and their numbers; those from 3 on are no integers.
    private static let values = [("1", 0), ("1.0", 1), ("1e0", 1), ("2", 2), ("\"a\"", 3), ("{\"a\":[1]}", 4)]

    /// How many entries there are: few, or twenty thousand of such settings would take long.
    private static let counts = [1, 2, 2, 2, 3, 3, 4, 5]

    /// The number of a value by its text.
    static func number(of text: String) -> Int? { values.first { $0.0 == text }?.1 }

    init(using random: inout SeededRandom) {
        func value() -> (String, Int) { Self.values.randomElement(using: &random) ?? ("1", 0) }
        let isInteger = Int.random(in: 0..<6, using: &random) == 0
        let standing = isInteger ? ("1", 0) : value()
        let hasDefault = Int.random(in: 0..<8, using: &random) > 0
        entries = (0..<(Self.counts.randomElement(using: &random) ?? 1)).map { _ in
            let (valueText, number) = value()
            let (text, alternatives) = Self.requirement(using: &random)
            return Entry(
                text: text, alternatives: alternatives, valueText: valueText, value: number,
                isTyped: !isInteger || number < 3)
        }
        defaultValue = hasDefault ? standing.1 : nil
        let list = entries.map { "{\"appVersion\": \"\($0.text)\", \"value\": \($0.valueText)}" }
        json =
            "{\"s\": {" + (isInteger ? "\"type\": \"integer\", " : "")
            + (hasDefault ? "\"defaultValue\": \(standing.0), " : "")
            + "\"valuesByVersion\": [\n\(list.joined(separator: ",\n"))]}}"
    }

    /// One to three alternatives of one or two comparators each; rarely all versions.
    private static func requirement(using random: inout SeededRandom) -> (String, [VersionCells.Mask]) {
        if Int.random(in: 0..<12, using: &random) == 0 { return ("*", [VersionCells.all]) }
        var texts: [String] = []
        var masks: [VersionCells.Mask] = []
        for _ in 0..<max(1, Int.random(in: -2...3, using: &random)) {
            var mask = VersionCells.all
            var words: [String] = []
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let comparators = CellComparator.all
                let comparator = comparators[Int.random(in: 0..<comparators.count, using: &random)]
                words.append(comparator.text)
                mask &= comparator.mask
            }
            texts.append(words.joined(separator: " "))
            masks.append(mask)
        }
        return (texts.joined(separator: " || "), masks)
    }
}

/// Who wins in which cells, by trying the entries one after the other.
struct CellWinners {
    private typealias Mask = VersionCells.Mask

    /// The number of each cell's value; `nil` where there is none.
    let values: [Int?]
    private let won: [VersionCells.Mask]
    private let isOf: [(value: Int, mask: VersionCells.Mask)]

    init(_ entries: [RandomCellSetting.Entry], defaultValue: Int?) {
        var left = VersionCells.all
        var won: [Mask] = []
        var values = [Int?](repeating: defaultValue, count: VersionCells.probes.count)
        for entry in entries {
            let mask = entry.isTyped ? entry.mask & left : 0
            left &= ~mask
            won.append(mask)
            for cell in values.indices where mask & (1 << Mask(cell)) != 0 { values[cell] = entry.value }
        }
        self.won = won
        self.values = values
        isOf = zip(entries, won).map { ($0.value, $1) } + (defaultValue.map { [($0, left)] } ?? [])
    }

    /// The cells that an entry wins.
    func won(by entry: Int) -> VersionCells.Mask { won[entry] }

    /// The cells whose value is another one, or that have none.
    func others(than value: Int) -> VersionCells.Mask {
        isOf.reduce(VersionCells.all) { $1.value == value ? $0 & ~$1.mask : $0 }
    }
}
