package import FlagResolver

/// Settings against stretches of versions: every value of every setting, for every version of a set.
///
/// 1. The columns are the stretches between all places where a shown setting changes its value, in ascending order.
///    Together they are exactly the set that was asked for.
/// 2. A row holds its values as runs of columns, so its size depends on its own changes and not on those of others.
/// 3. Two neighbouring runs of a row have different values, unless versions that were not asked for lie between them.
package struct SettingsMatrix: Sendable {
    /// Columns side by side in which a setting has one value.
    package struct Run: Hashable, Sendable {
        package let columns: Range<Int>
        /// The node of the value where the run begins.
        package let value: Int
        /// Within a row, runs have equal values exactly where the numbers are the same.
        package let valueClass: Int
    }

    /// One setting.
    package struct Row: Hashable, Sendable {
        package let slot: Int
        package let runs: [Run]

        /// Whether the setting has more than one value among the columns.
        package var changes: Bool {
            runs.contains { $0.valueClass != runs.first?.valueClass }
        }
    }

    package let columns: [VersionStretch]
    package let rows: [Row]
    /// The document's tree, which the values are nodes of.
    package let tree: JSONTree

    /// The matrix of some settings of a document; settings without a value are left out.
    ///
    /// - Parameters:
    ///   - slots: The settings, in the order of the rows.
    ///   - versions: The only versions to look at.
    ///   - changesOnly: Whether to leave out settings with one value for all of these versions.
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements.
    package init(
        of slots: [Int], in document: SettingsDocument, within versions: VersionSet = .all, changesOnly: Bool = false
    ) {
        tree = document.tree
        let shown = versions.stretches
        var candidates: [(slot: Int, pieces: [SettingHistory.Run])] = []
        candidates.reserveCapacity(slots.count)
        var reader = SettingHistoryReader(document)
        for slot in slots {
            guard let history = reader.history(of: slot) else { continue }
            let pieces = history.runs.clipped(to: shown)
            if changesOnly, !pieces.contains(where: { $0.valueClass != pieces.first?.valueClass }) { continue }
            candidates.append((slot, pieces))
        }
        // Every piece begins at a cut; which one is remembered, so that no row has to look for its columns.
        var cuts = CutNumbers()
        var numbers: [Int] = []
        for candidate in candidates {
            for piece in candidate.pieces { numbers.append(cuts.number(of: piece.stretch.lower)) }
        }
        let columns = Self.columns(shown, cuts.cuts.sorted())
        let starts = cuts.cuts.map { columns.index(ofLower: $0) }
        self.columns = columns
        var rows: [Row] = []
        rows.reserveCapacity(candidates.count)
        var next = 0
        for candidate in candidates {
            let end = next + candidate.pieces.count
            var runs: [Run] = []
            runs.reserveCapacity(candidate.pieces.count)
            for piece in candidate.pieces {
                let upper = next + 1 < end ? starts[numbers[next + 1]] : columns.count
                runs.append(
                    Run(columns: starts[numbers[next]]..<upper, value: piece.value, valueClass: piece.valueClass))
                next += 1
            }
            rows.append(Row(slot: candidate.slot, runs: runs))
        }
        self.rows = rows
    }

    /// The stretches of a set, cut at all of some places inside of it, which come in ascending order.
    private static func columns(_ shown: [VersionStretch], _ cuts: [VersionCut]) -> [VersionStretch] {
        var columns: [VersionStretch] = []
        var next = 0
        for stretch in shown {
            var lower = stretch.lower
            while next < cuts.count, cuts[next] < stretch.upper {
                if let column = VersionStretch(from: lower, to: cuts[next]) {
                    columns.append(column)
                    lower = cuts[next]
                }
                next += 1
            }
            if let column = VersionStretch(from: lower, to: stretch.upper) { columns.append(column) }
        }
        return columns
    }
}

extension [SettingHistory.Run] {
    /// The runs as far as they lie in stretches that are in ascending order; a run is cut in pieces where versions
    /// inside of it do not belong to them.
    ///
    /// - Complexity: Linear in the number of both.
    package func clipped(to stretches: [VersionStretch]) -> [SettingHistory.Run] {
        if stretches == [.all] { return self }
        var pieces: [SettingHistory.Run] = []
        var first = 0
        for run in self {
            while first < stretches.count, stretches[first].upper <= run.stretch.lower { first += 1 }
            var index = first
            while index < stretches.count, stretches[index].lower < run.stretch.upper {
                let lower = Swift.max(run.stretch.lower, stretches[index].lower)
                let upper = Swift.min(run.stretch.upper, stretches[index].upper)
                if let stretch = VersionStretch(from: lower, to: upper) {
                    pieces.append(SettingHistory.Run(stretch: stretch, value: run.value, valueClass: run.valueClass))
                }
                index += 1
            }
        }
        return pieces
    }
}

extension [VersionStretch] {
    /// The position of the stretch that begins at a cut, among stretches in ascending order; the next one if none does.
    fileprivate func index(ofLower cut: VersionCut) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].lower < cut { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
