package import FlagResolver

/// The values of settings for every version of a set, as a table of settings and version intervals.
///
/// 1. The columns are the intervals between the cuts at which any shown setting changes its value, in ascending order.
///    Their union is the requested set.
/// 2. A row has its values as segments of columns, so its size depends on its own changes only.
/// 3. Adjacent segments of a row have different values, unless versions outside the requested set are between them.
/// 4. A setting that tests more than the version has a row for each region of users whom it treats alike in every version.
package struct SettingsMatrix {
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

    /// One setting, or a part of the users of one that tests more than the version.
    package struct Row: Hashable, Sendable {
        package let settingIndex: SettingIndex
        /// The users of the row, whom the setting treats alike in every version; `nil` for everybody.
        package let users: CaseSpace.Users?
        package let segments: [Segment]

        /// Whether the setting has more than one value among the columns.
        package var changes: Bool { segments.contains { $0.valueClass != segments.first?.valueClass } }
    }

    package let columns: [VersionInterval]
    package let rows: [Row]
    /// The settings that are too complex to be analysed, and why.
    package let failures: [(setting: SettingIndex, failure: CaseSpace.Failure)]
    /// The tree of the document, which contains the nodes of the values.
    package let tree: JSONTree

    /// The number of settings that have rows.
    package var settingCount: Int {
        rows.indices.count { $0 == 0 || rows[$0].settingIndex != rows[$0 - 1].settingIndex }
    }

    /// The matrix of some settings of a document, without unresolvable settings.
    ///
    /// - Parameters:
    ///   - settings: The settings, in the order of the rows.
    ///   - versions: The versions to show.
    ///   - changesOnly: Whether to leave out settings with one value for all of these versions.
    ///   - context: Parts of the context that are given, apart from the version; other parts vary.
    ///   - selection: Whom the matrix is about; `nil` for everybody. If it selects nobody, the matrix is empty.
    ///   - axes: The axes of the document and of the selection. They are used if a setting tests more than the version.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements. A setting that tests more than the
    ///   version is limited by ``CaseLimit``.
    package init(
        of settings: [SettingIndex], in document: SettingsDocument, within versions: VersionSet = .all,
        changesOnly: Bool = false, fixing context: EvaluationContext = EvaluationContext(),
        among selection: UserSelection? = nil, axes: @autoclosure () -> CaseAxes
    ) {
        tree = document.tree
        let versions = selection.map { $0.versions(fixing: context).intersection(versions) } ?? versions
        let settings = selection != nil && versions.isEmpty ? [] : settings
        let axes = settings.contains { document.loaded.testsMoreThanVersion($0) } ? axes() : nil
        let parts = settings.concurrentMap(partsOfAtLeast: 256) { part in
            Part(
                of: part, in: document, versions, changesOnly: changesOnly, fixing: context, among: selection, axes)
        }
        failures = parts.flatMap(\.failures)
        let cuts = parts.reduce(into: Set<VersionCut>()) { $0.formUnion($1.cuts) }
        let columns = Self.columns(of: versions, cutAt: cuts.sorted())
        self.columns = columns
        rows = parts.concurrentMap(partsOfAtLeast: 1) { parts in
            parts.flatMap { part in
                let segments = part.segments.map { Self.segments(of: $0, columns) }
                return part.rows.map {
                    Row(settingIndex: $0.settingIndex, users: $0.users, segments: segments[$0.segments])
                }
            }
        }.flatMap { $0 }
    }

    /// The segments with their columns. Each begins at the start of a column, and ends where the next one begins.
    private static func segments(of shown: [ShownSegment], _ columns: [VersionInterval]) -> [Segment] {
        var end = columns.count
        var result: [Segment] = []
        result.reserveCapacity(shown.count)
        for segment in shown.reversed() {
            let start = columns.partitionPoint { segment.start <= $0.lower }
            result.append(
                Segment(columns: start..<end, value: segment.value, valueClass: segment.valueClass))
            end = start
        }
        return result.reversed()
    }

    /// The rows of some settings, before the columns are known.
    private struct Part: Sendable {
        var rows: [ShownRow] = []
        /// The segments that rows have. Several rows of a setting may have the same ones.
        var segments: [[ShownSegment]] = []
        /// Where the segments of the rows begin.
        var cuts: Set<VersionCut> = []
        var failures: [(setting: SettingIndex, failure: CaseSpace.Failure)] = []

        init(
            of settings: ArraySlice<SettingIndex>, in document: SettingsDocument, _ versions: VersionSet,
            changesOnly: Bool, fixing context: EvaluationContext, among selection: UserSelection?, _ axes: CaseAxes?
        ) {
            let space = axes.map { CaseSpace($0) }
            let fixed = space?.fixedAxes(of: context, isComplete: false) ?? .none
            var reader = HistoryReader(document)
            let loaded = document.loaded
            for settingIndex in settings {
                if let space, loaded.testsMoreThanVersion(settingIndex) {
                    do throws(CaseSpace.Failure) {
                        let regions = try SettingsMatrix.regions(
                            of: settingIndex, in: document, space, fixing: fixed, versions, among: selection)
                        append(regions, of: settingIndex, changesOnly: changesOnly)
                    } catch {
                        failures.append((settingIndex, error))
                    }
                } else if let history = reader.history(of: settingIndex) {
                    let numbers = history.valueNumbers
                    let segments = history.segments(within: versions).joinedByValue.map { segment in
                        ShownSegment(
                            start: segment.interval.lower, value: segment.value,
                            valueClass: numbers[segment.valueClass] ?? 0)
                    }
                    let everybody = ShownRegion(users: nil, segments: segments, number: 0)
                    append([everybody], of: settingIndex, changesOnly: changesOnly)
                }
            }
        }

        /// Adds the rows of a setting.
        private mutating func append(_ regions: [ShownRegion], of setting: SettingIndex, changesOnly: Bool) {
            if changesOnly, regions.count <= 1, !regions.contains(where: \.changes) { return }
            var positions: [Int: Int] = [:]
            for region in regions {
                let position = positions[region.number] ?? segments.count
                if position == segments.count {
                    positions[region.number] = position
                    segments.append(region.segments)
                    for segment in region.segments { cuts.insert(segment.start) }
                }
                rows.append(ShownRow(settingIndex: setting, users: region.users, segments: position))
            }
        }
    }

    private struct ShownRow: Sendable {
        let settingIndex: SettingIndex
        let users: CaseSpace.Users?
        /// The index of the segments.
        let segments: Int
    }

    /// The users of a row, and their values.
    private struct ShownRegion {
        let users: CaseSpace.Users?
        let segments: [ShownSegment]
        /// Equal for regions with the same segments.
        let number: Int

        var changes: Bool { segments.contains { $0.valueClass != segments.first?.valueClass } }
    }

    /// A segment of a row, which ends where the next one begins.
    private struct ShownSegment: Sendable {
        let start: VersionCut
        let value: Int
        let valueClass: Int
    }

    /// The regions of a setting that tests more than the version.
    private static func regions(
        of setting: SettingIndex, in document: SettingsDocument, _ space: CaseSpace, fixing axes: FixedAxes,
        _ versions: VersionSet, among selection: UserSelection?
    ) throws(CaseSpace.Failure) -> [ShownRegion] {
        guard let cases = try SettingCases(of: setting, in: document, space, fixing: axes) else { return [] }
        let regions: [CaseSpace.Region]
        if let selection {
            let users = try space.fixing(axes, in: selection.usersOfAnyVersion(in: space))
            // The leaf 0 is for those who are not selected, in every version.
            regions = try space.regions(of: space.selecting(users, in: cases.valueMap()))
                .filter { $0.leaves != VersionMap(0) }
                .map { CaseSpace.Region(users: $0.users, leaves: $0.leaves.mapped { $0 - 1 }, number: $0.number) }
        } else {
            regions = try space.regions(of: cases.valueMap())
        }
        var classes: [Int: Int] = [:]
        var segmentsByNumber: [Int: [ShownSegment]] = [:]
        let selection = VersionMap(versions, inside: true, outside: false)
        return regions.map { region in
            if let known = segmentsByNumber[region.number] {
                return ShownRegion(users: region.users, segments: known, number: region.number)
            }
            for segment in region.leaves where classes[segment.value] == nil { classes[segment.value] = classes.count }
            let selected = region.leaves.combined(with: selection) { $1 ? $0 : nil }
            let segments = selected.compactMap { segment in
                segment.value.map { leaf in
                    ShownSegment(
                        start: segment.interval.lower, value: cases.value(of: leaf), valueClass: classes[leaf] ?? 0)
                }
            }
            segmentsByNumber[region.number] = segments
            return ShownRegion(users: region.users, segments: segments, number: region.number)
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
