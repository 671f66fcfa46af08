package import FlagResolver

/// Settings against intervals of versions: every value of every setting, for every version of a set.
///
/// 1. The columns are the intervals between all cuts at which a shown setting changes its value, in ascending order.
///    Together they are exactly the set that was asked for.
/// 2. A row has its values as segments of columns, so its size depends on its own changes and not on those of others.
/// 3. Two neighbouring segments of a row have different values, unless versions that were not asked for lie between them.
package struct SettingsMatrix: Sendable {
    /// Columns side by side in which a setting has one value.
    package struct Segment: Hashable, Sendable {
        package let columns: Range<Int>
        /// The node of the value where the segment begins.
        package let value: Int
        /// Within a row, values are equal exactly where the numbers are the same.
        ///
        /// They count the values along the whole version line from 0, whichever part of it is shown.
        package let valueClass: Int
    }

    /// One setting.
    package struct Row: Hashable, Sendable {
        package let settingIndex: SettingIndex
        package let segments: [Segment]

        /// Whether the setting has more than one value among the columns.
        package var changes: Bool { segments.contains { $0.valueClass != segments.first?.valueClass } }
    }

    package let columns: [VersionInterval]
    package let rows: [Row]
    /// The document's tree, which the values are nodes of.
    package let tree: JSONTree

    /// The matrix of some settings of a document; settings without a value are left out.
    ///
    /// - Parameters:
    ///   - settings: The settings, in the order of the rows.
    ///   - versions: The only versions to look at.
    ///   - changesOnly: Whether to leave out settings with one value for all of these versions.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements.
    package init(
        of settings: [SettingIndex], in document: SettingsDocument, within versions: VersionSet = .all,
        changesOnly: Bool = false
    ) {
        tree = document.tree
        var shown: [(settingIndex: SettingIndex, segments: [SettingHistory.Segment], numbers: [Int: Int])] = []
        var cuts: Set<VersionCut> = []
        var reader = HistoryReader(document)
        for settingIndex in settings {
            guard let history = reader.history(of: settingIndex) else { continue }
            let segments = history.segments(within: versions).joinedByValue
            if changesOnly, !segments.contains(where: { $0.valueClass != segments.first?.valueClass }) { continue }
            for segment in segments { cuts.insert(segment.interval.lower) }
            shown.append((settingIndex, segments, history.valueNumbers))
        }
        let columns = Self.columns(of: versions, cutAt: cuts.sorted())
        var columnsByLowerCut: [VersionCut: Int] = [:]
        for (index, column) in columns.enumerated() { columnsByLowerCut[column.lower] = index }
        self.columns = columns
        rows = shown.map { settingIndex, segments, numbers in
            // Every segment begins with a column, and ends where the next one begins.
            let starts = segments.map { columnsByLowerCut[$0.interval.lower] ?? 0 } + [columns.count]
            return Row(
                settingIndex: settingIndex,
                segments: segments.indices.map { index in
                    Segment(
                        columns: starts[index]..<starts[index + 1], value: segments[index].value,
                        valueClass: numbers[segments[index].valueClass] ?? 0)
                })
        }
    }

    /// The intervals of a set, cut at all of some cuts, which come in ascending order.
    private static func columns(of versions: VersionSet, cutAt cuts: [VersionCut]) -> [VersionInterval] {
        var columns: [VersionInterval] = []
        var next = 0
        for interval in versions.intervals {
            var lower = interval.lower
            while next < cuts.count, cuts[next] < interval.upper {
                if let column = VersionInterval(from: lower, to: cuts[next]) {
                    columns.append(column)
                    lower = cuts[next]
                }
                next += 1
            }
            if let column = VersionInterval(from: lower, to: interval.upper) { columns.append(column) }
        }
        return columns
    }
}

extension SettingHistory {
    /// The classes of the values, numbered in the order in which the version line comes to them.
    fileprivate var valueNumbers: [Int: Int] {
        var numbers: [Int: Int] = [:]
        for index in winners.indices {
            let valueClass = value(of: winners.value(at: index)).valueClass
            if numbers[valueClass] == nil { numbers[valueClass] = numbers.count }
        }
        return numbers
    }
}
