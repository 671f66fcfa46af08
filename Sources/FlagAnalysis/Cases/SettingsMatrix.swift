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
        /// Identifies equal values: within the rows of a setting, two values are equal if and only if their classes are.
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
    ///
    /// If all settings together are too complex, one of the failures says so, and the rows are not complete.
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
    ///   - axes: The axes of the document and of the selection.
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
        let axes = settings.isEmpty ? nil : axes()
        let parts = settings.concurrentMap(partsOfAtLeast: ConcurrentParts.leastSettingCount) { part in
            axes.map { axes in
                Part(
                    of: part, in: CaseSpace(axes), versions, changesOnly: changesOnly, fixing: context, among: selection
                )
            } ?? Part()
        }
        let cuts = parts.reduce(into: Set<VersionCut>()) { $0.formUnion($1.cuts) }
        let columns = Self.columns(of: versions, cutAt: cuts.sorted())
        self.columns = columns
        let rows = parts.concurrentMap(partsOfAtLeast: 1) { parts in
            parts.flatMap { part in
                let segments = part.segments.map { Self.segments(of: $0, columns) }
                return part.rows.map {
                    Row(settingIndex: $0.settingIndex, users: $0.users, segments: segments[$0.segments])
                }
            }
        }.flatMap { $0 }
        self.rows = rows
        failures =
            parts.flatMap(\.failures) + [Self.failure(ofAll: rows, on: axes?.lines ?? [])].compactMap { $0 }
    }

    /// The setting with which all rows have too many conditions; `nil` if there is none.
    ///
    /// A matrix may have as many as one setting.
    private static func failure(
        ofAll rows: [Row], on lines: [AxisLine]
    ) -> (setting: SettingIndex, failure: CaseSpace.Failure)? {
        var count = 0
        for (position, row) in rows.enumerated() {
            count += row.users?.conditionCount ?? 0
            guard count > CaseLimit.conditionCount else { continue }
            var countByAxis: [Int: Int] = [:]
            for other in rows[...position].reversed() {
                guard other.settingIndex == row.settingIndex else { break }
                for term in other.users?.cases.flatMap(\.terms) ?? [] { countByAxis[term.axis, default: 0] += 1 }
            }
            let limit = CaseLimit(
                kind: .allConditions, limit: CaseLimit.conditionCount, countByAxis: countByAxis, of: lines)
            return (row.settingIndex, .limit(limit))
        }
        return nil
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
        /// How many conditions on users the rows have.
        var conditionCount = 0
        var failures: [(setting: SettingIndex, failure: CaseSpace.Failure)] = []

        init() {}

        init(
            of settings: ArraySlice<SettingIndex>, in space: CaseSpace, _ versions: VersionSet,
            changesOnly: Bool, fixing context: EvaluationContext, among selection: UserSelection?
        ) {
            let axes = space.fixedAxes(of: context, isComplete: false)
            var regions = ShownRegions(
                space: space, axes: axes, versions: versions, selection: selection,
                classes: ValueClasses(of: space.side(.first).tree))
            for setting in settings {
                do throws(CaseSpace.Failure) {
                    append(try regions.regions(of: setting), of: setting, changesOnly: changesOnly)
                    // The whole matrix is refused.
                    if conditionCount > CaseLimit.conditionCount { break }
                } catch {
                    failures.append((setting, error))
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
                conditionCount += region.users?.conditionCount ?? 0
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

    /// Finds the regions of settings, restricted to what is shown.
    private struct ShownRegions {
        let space: CaseSpace
        /// The axes on which a value is given.
        let axes: FixedAxes
        let versions: VersionSet
        let selection: UserSelection?
        /// Numbers the values of one setting after the other.
        var classes: ValueClasses

        /// The regions of a setting; none if it is unresolvable.
        mutating func regions(of setting: SettingIndex) throws(CaseSpace.Failure) -> [ShownRegion] {
            guard !space.side(.first)[setting].isUnresolvable else { return [] }
            classes.removeAll()
            var function = try SettingFunction(of: setting, in: space, numbering: &classes)
            if !function.testsOnlyVersion { function = try function.fixing(axes) }
            // The numbers of the values, by their winners.
            var numbers: [Int?] = Array(repeating: nil, count: function.allWinners.count)
            var valueCount = 0
            var segmentsByNumber: [Int: [ShownSegment]] = [:]
            return try regions(of: function).map { region in
                if let known = segmentsByNumber[region.number] {
                    return ShownRegion(users: region.users, segments: known, number: region.number)
                }
                for index in region.values.indices where numbers[region.values.value(at: index).leaf] == nil {
                    numbers[region.values.value(at: index).leaf] = valueCount
                    valueCount += 1
                }
                let segments = shown(region.values).map { interval, value in
                    // If only the version decides, the value is written as that of the lowest version.
                    let winner = function.testsOnlyVersion ? function.winner(startingAt: interval.lower) : nil
                    return ShownSegment(
                        start: interval.lower, value: function.value(of: winner ?? value),
                        valueClass: numbers[value.leaf] ?? 0)
                }
                segmentsByNumber[region.number] = segments
                return ShownRegion(users: region.users, segments: segments, number: region.number)
            }
        }

        /// The selected users, divided into regions; the first winner with a value stands for the value.
        private func regions(of function: SettingFunction) throws(CaseSpace.Failure) -> [CaseSpace.Region<Winner>] {
            // Which users are selected does not matter to a setting that tests only versions.
            guard let selection, !function.testsOnlyVersion else { return try space.regions(of: function.valueMap()) }
            let users = try space.fixing(axes, in: selection.usersOfAnyVersion(in: space))
            // Those who are not selected have no value in any version.
            return try space.regions(of: space.selecting(users, in: function.valueMap()), as: Winner?.self)
                .filter { $0.values != VersionMap(nil) }
                .map { region in
                    CaseSpace.Region(
                        users: region.users, values: region.values.mapped { $0 ?? .default }, number: region.number)
                }
        }

        /// The segments of a map that are shown, in ascending order.
        private func shown(_ values: VersionMap<Winner>) -> [(interval: VersionInterval, value: Winner)] {
            guard versions != .all else { return values.map { ($0.interval, $0.value) } }
            return values.combined(with: VersionMap(versions, inside: true, outside: false)) { $1 ? $0 : nil }
                .compactMap { segment in segment.value.map { (segment.interval, $0) } }
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
