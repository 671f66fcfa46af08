import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// The version ranges, and for each setting its values with the ranges that have them.
    ///
    /// A value is written once for all adjacent ranges that have it, so the size grows with the changes and not with the
    /// product of settings and ranges.
    static let json = JSONDocument<MatrixReport>(
        "matrix", "every value for all versions", failures: \.failures
    ) {
        Member("within", .requirement) { $0.versions }
        Member("results", .list(of: part), "A matrix for each file.") { report in
            report.parts.map { (report: report, part: $0) }
        }
    }

    private static let part = JSONObject<(report: MatrixReport, part: Part)> {
        Member("file", .file) { $0.part.document.name }
        Member("ranges", .list(of: VersionInterval.json), "The columns, in ascending order.") {
            $0.part.matrix.columns
        }
        Member(
            optional: "releases", .list(of: ShippedVersions.object),
            "With --releases: the shipped versions in each column."
        ) { item in
            item.part.releases.map { releases in
                item.part.matrix.columns.map { ShippedVersions(VersionSet([$0]), of: releases) }
            }
        }
        Member("settings", .list(of: setting), "The rows.") { item in
            item.part.matrix.rows.lazy.flatMap { row in rows(of: row, in: item.part.document) }
        }
    }
    .inStyle { $0.part.document.versionStyle }

    /// A row, or each case of its users.
    private struct Row {
        let document: LoadedDocument
        let row: SettingsMatrix.Row
        let item: Case?
        let conditions: CaseConditions?
    }

    private static func rows(of row: SettingsMatrix.Row, in document: LoadedDocument) -> [Row] {
        guard let users = row.users else {
            return [Row(document: document, row: row, item: nil, conditions: nil)]
        }
        return users.cases.flatMap { item in
            document.space.conditions(of: item).map { conditions in
                Row(document: document, row: row, item: item, conditions: conditions)
            }
        }
    }

    private static let setting = JSONObject<Row>("setting") {
        Member("name", .utf8, "The setting.") { $0.document.settings.nameBytes(of: $0.row.settingIndex) }
        Member(optional: "conditions", .conditions) { $0.conditions }
        Member(optional: "share", .share, JSONType<ExactDecimal>.shareDescription) { row in
            row.item.flatMap { row.document.space.share(of: $0) }
        }
        Member("values", .list(of: segment), "Its values along the version line.") { setting in
            setting.row.segments.lazy.map { (document: setting.document, segment: $0) }
        }
    }

    private static let segment = JSONObject<(document: LoadedDocument, segment: SettingsMatrix.Segment)>("run") {
        Member("range", .count, "The index of the first range with the value, from 0.") {
            $0.segment.columns.lowerBound
        }
        Member("count", .count(from: 1), "The number of adjacent ranges with the value.") { $0.segment.columns.count }
        Member("value", .value, "The value.") { $0.document.tree[$0.segment.value] }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.segment.value, in: $0.document) }
    }
}
