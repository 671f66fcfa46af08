import FlagResolver

extension CaseSpace {
    /// A list of settings of a document.
    struct SettingsOfSide: Hashable {
        let side: DocumentSide
        /// In ascending order, without repetitions.
        let positions: [Int]
    }

    /// For every version, when all of some settings are `true`.
    ///
    /// The settings are divided at the same positions for each list, and the parts are kept: lists that have most settings in
    /// common, as those of thousands of settings may, are combined from few parts that differ.
    func areTrue(_ settings: [SettingIndex], in side: DocumentSide) throws(Failure) -> CaseMap {
        let positions = settings.map(\.position).sorted()
        var unique: [Int] = []
        unique.reserveCapacity(positions.count)
        for position in positions where unique.last != position { unique.append(position) }
        return try areTrue(unique[...], in: side, among: 0..<(1 << Self.positionBitCount))
    }

    /// A setting has fewer bits than this in its position: a document has at most 8 MiB.
    private static let positionBitCount = 24

    /// - Parameter range: The positions that the settings are among; its size is a power of two.
    private func areTrue(
        _ positions: ArraySlice<Int>, in side: DocumentSide, among range: Range<Int>
    ) throws(Failure) -> CaseMap {
        guard let first = positions.first else { return VersionMap(.yes) }
        if positions.count == 1 || range.count == 1 { return try isTrue(SettingIndex(first), in: side) }
        let middle = range.lowerBound + range.count / 2
        let divider = positions.partitionPoint { $0 >= middle }
        let (left, right) = (positions[..<divider], positions[divider...])
        if right.isEmpty { return try areTrue(left, in: side, among: range.lowerBound..<middle) }
        if left.isEmpty { return try areTrue(right, in: side, among: middle..<range.upperBound) }
        let key = SettingsOfSide(side: side, positions: Array(positions))
        if let known = trueSettingLists[key] { return try known.get() }
        let result: Result<CaseMap, Failure>
        do throws(Failure) {
            let leftMap = try areTrue(left, in: side, among: range.lowerBound..<middle)
            let rightMap = try areTrue(right, in: side, among: middle..<range.upperBound)
            result = .success(try all([leftMap, rightMap]))
        } catch {
            result = .failure(error)
        }
        trueSettingLists[key] = result
        return try result.get()
    }
}
