package import FlagResolver

/// The values of settings for every version of a set, as a table of settings and version intervals.
///
/// 1. The columns are the intervals between the cuts at which any shown setting changes its value, in ascending order.
///    Their union is the requested set.
/// 2. A row has its values as segments of columns, so its size depends on its own changes only.
/// 3. Adjacent segments of a row have different values, unless versions outside the requested set are between them.
package struct SettingsMatrix: Sendable {
    /// Adjacent columns in which a setting has one value.
    package struct Segment: Hashable, Sendable {
        package let columns: Range<Int>
        /// The node of the value where the segment begins.
        package let value: Int
        /// Identifies equal values: within a row, two values are equal if and only if their classes are.
        ///
        /// Classes are numbered from 0 along the whole version line, even if only a part of it is shown.
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
    /// The tree of the document, which contains the nodes of the values.
    package let tree: JSONTree

    /// The matrix of some settings of a document, without unresolvable settings.
    ///
    /// - Parameters:
    ///   - settings: The settings, in the order of the rows.
    ///   - versions: The versions to show.
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
            // Every segment begins at the start of a column, and ends where the next one begins.
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

    /// The intervals of a set, divided at cuts, which are in ascending order.
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
    /// The classes of the values, renumbered in the order in which they first appear along the version line.
    fileprivate var valueNumbers: [Int: Int] {
        var numbers: [Int: Int] = [:]
        for index in winners.indices {
            let valueClass = value(of: winners.value(at: index)).valueClass
            if numbers[valueClass] == nil { numbers[valueClass] = numbers.count }
        }
        return numbers
    }
}
