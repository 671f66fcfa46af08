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

        var mask: VersionCells.Mask { alternatives.reduce(0, |) }
    }

    let entries: [Entry]
    /// The number of the default's value; `nil` where there is no default.
    let defaultValue: Int?
    let json: String

    /// Values and their numbers; those from 3 on are no integers.
    private static let values = [("1", 0), ("1.0", 1), ("1e0", 1), ("2", 2), ("\"a\"", 3), ("{\"a\": [1]}", 4)]

    /// The number of a value by its text.
    static func number(of text: [UInt8]) -> Int? {
        values.first { $0.0.utf8.elementsEqual(text) }?.1
    }

    init(using random: inout SeededRandom) {
        func value() -> (String, Int) { Self.values.randomElement(using: &random) ?? ("1", 0) }
        let isInteger = Int.random(in: 0..<6, using: &random) == 0
        let standing = isInteger ? ("1", 0) : value()
        let hasDefault = Int.random(in: 0..<8, using: &random) > 0
        entries = (0..<Int.random(in: 1...5, using: &random)).map { _ in
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
            + "\"valuesByVersion\": [\(list.joined(separator: ", "))]}}"
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

/// Who wins in which cell, by trying the entries one after the other.
struct CellWinners {
    /// The winner of each cell; `nil` for the default.
    let winners: [Int?]
    /// The number of each cell's value; `nil` where there is none.
    let values: [Int?]

    init(_ entries: [RandomCellSetting.Entry], defaultValue: Int?) {
        winners = VersionCells.probes.indices.map { cell in
            entries.firstIndex { $0.isTyped && $0.mask & (1 << VersionCells.Mask(cell)) != 0 }
        }
        values = winners.map { winner in winner.map { entries[$0].value } ?? defaultValue }
    }

    func cells(_ holds: (Int) -> Bool) -> VersionCells.Mask {
        var mask: VersionCells.Mask = 0
        for cell in winners.indices where holds(cell) { mask |= 1 << VersionCells.Mask(cell) }
        return mask
    }

    /// The cells that an entry wins.
    func won(by entry: Int) -> VersionCells.Mask { cells { winners[$0] == entry } }

    /// The cells whose value is another one.
    func others(than value: Int) -> VersionCells.Mask { cells { values[$0] != value } }
}
