import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// One table with a record for each setting of each file; with `--transpose`, for each interval of each file.
    ///
    /// Several files share the columns: the intervals between the changes of all files, or the settings of all files. A record
    /// names versions in the style of its file, and shared columns in the style of all files. With `--last`, a field is empty where
    /// its file is not shown.
    func writeCSV(to buffer: inout TextBuffer) {
        guard !parts.isEmpty || !failures.isEmpty else { return }
        if isTransposed { writeRecordsOfIntervals(to: &buffer) } else { writeRecordsOfSettings(to: &buffer) }
    }

    private func writeRecordsOfSettings(to buffer: inout TextBuffer) {
        let columns = Self.commonColumns(parts.map(\.matrix.columns))
        buffer.write("file,name")
        for column in columns { Self.writeField(Array(column.description.utf8), to: &buffer) }
        failures.endHeader(columnCount: 2 + columns.count, to: &buffer)
        for part in parts {
            let positions = Self.positions(of: columns, among: part.matrix.columns)
            for record in shippedRecords(of: part, zip(columns, positions).map { $1 == nil ? nil : $0 }) {
                CSVReport.write(part.document.name, to: &buffer)
                for field in record { Self.writeField(Array(field.utf8), to: &buffer) }
                failures.endRecord(to: &buffer)
            }
            for row in part.matrix.rows {
                let cells = cells(of: row, part)
                CSVReport.write(part.document.name, to: &buffer)
                Self.writeField(Self.title(of: row, part), to: &buffer)
                for position in positions { Self.writeField(position.map { cells[$0].bytes } ?? [], to: &buffer) }
                failures.endRecord(to: &buffer)
            }
        }
    }

    /// For each of some intervals, the index of the interval that contains it among others; `nil` if none does.
    private static func positions(of columns: [VersionInterval], among own: [VersionInterval]) -> [Int?] {
        var position = 0
        return columns.map { column in
            while position < own.count, own[position].upper <= column.lower { position += 1 }
            return position < own.count && own[position].lower <= column.lower ? position : nil
        }
    }

    /// With a list of releases: the shipped versions in each interval, and their share of installs. No setting has such a name.
    ///
    /// - Parameter columns: The intervals; `nil` for those that the part does not show.
    private func shippedRecords(of part: Part, _ columns: [VersionInterval?]) -> [[String]] {
        guard let releases = part.releases else { return [] }
        let shipped = columns.map { column in
            column.map { ShippedVersions(VersionSet([$0]), of: releases).releases } ?? []
        }
        let texts = part.document.versionStyle.apply {
            shipped.map { $0.map(\.version.description).joined(separator: " ") }
        }
        return [
            [Self.shippedTitle] + texts,
            [Self.shareTitle] + shipped.map { InstallShare(of: $0)?.percent ?? "" },
        ]
    }

    private static let shippedTitle = "(shipped versions)"
    private static let shareTitle = "(percentage of installs)"

    private func writeRecordsOfIntervals(to buffer: inout TextBuffer) {
        var names: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for part in parts {
            for row in part.matrix.rows {
                let name = Self.title(of: row, part)
                if seen.insert(name).inserted { names.append(name) }
            }
        }
        buffer.write("file,versions")
        for name in names { Self.writeField(name, to: &buffer) }
        let titles = parts.contains { $0.releases != nil } ? [Self.shippedTitle, Self.shareTitle] : []
        for title in titles { Self.writeField(Array(title.utf8), to: &buffer) }
        failures.endHeader(columnCount: 2 + names.count + titles.count, to: &buffer)
        for part in parts {
            let rows = part.matrix.rows.map { row in
                (Self.title(of: row, part), cells(of: row, part))
            }
            let values = Dictionary(rows) { first, _ in first }
            let shipped = shippedRecords(of: part, part.matrix.columns)
            for (index, column) in part.matrix.columns.enumerated() {
                CSVReport.write(part.document.name, to: &buffer)
                let versions = part.document.versionStyle.apply { column.description }
                Self.writeField(Array(versions.utf8), to: &buffer)
                // The field of a setting that the file lacks is empty.
                for name in names { Self.writeField(values[name]?[index].bytes ?? [], to: &buffer) }
                for title in titles.indices {
                    // The first field of a record is its title.
                    let field = title < shipped.count ? shipped[title][index + 1] : ""
                    Self.writeField(Array(field.utf8), to: &buffer)
                }
                failures.endRecord(to: &buffer)
            }
        }
    }

    /// The name of a setting, and the users of the row if it has several rows.
    private static func title(of row: SettingsMatrix.Row, _ part: Part) -> [UInt8] {
        let name = Array(part.document.settings.nameBytes(of: row.settingIndex))
        return row.users.map { name + ", \(part.document.space.text(of: $0, .complete))".utf8 } ?? name
    }

    /// The intervals between all cuts of several lists of intervals. They cover what any of the lists covers.
    private static func commonColumns(_ lists: [[VersionInterval]]) -> [VersionInterval] {
        guard lists.count > 1 else { return lists.first ?? [] }
        let covered = VersionSet(lists.flatMap { $0 }).intervals
        let cuts = lists.joined().flatMap { [$0.lower, $0.upper] }.sorted()
        var columns: [VersionInterval] = []
        var position = 0
        for (lower, upper) in zip(cuts, cuts.dropFirst()) where lower < upper {
            while position < covered.count, covered[position].upper <= lower { position += 1 }
            // Versions between two of the covered intervals are not covered.
            guard position < covered.count, covered[position].lower <= lower else { continue }
            if let column = VersionInterval(from: lower, to: upper) { columns.append(column) }
        }
        return columns
    }

    private static func writeField(_ bytes: [UInt8], to buffer: inout TextBuffer) {
        buffer.write(",")
        CSVReport.write(bytes, to: &buffer)
    }

    /// A table for each file. A cell with the value to its left, or above it if transposed, is `·`. Long values are clipped.
    func writeMarkdown(to comment: inout MarkdownComment) {
        comment.add { failures.writeMarkdown(to: &$0) }
        for (index, part) in parts.enumerated() {
            if parts.count > 1 {
                comment.add { buffer in
                    if index > 0 { buffer.endLine() }
                    buffer.write("### ")
                    MarkdownTable.writeText(PlainText.escaped(part.document.name).utf8, to: &buffer)
                    buffer.write("\n\n")
                }
            }
            part.document.versionStyle.apply { writeMarkdown(part, to: &comment) }
        }
    }

    private func writeMarkdown(_ part: Part, to comment: inout MarkdownComment) {
        let (rows, titles) = (shownRows(of: part), part.titles)
        let columns = isTransposed ? rows.map { part.cells(of: $0) } : []
        let names = rows.map { row in
            var name = TextBuffer()
            part.writeName(of: row, to: &name)
            return name
        }
        comment.add { buffer in
            MarkdownTable.writeHeader(
                isTransposed ? ["versions"] + names.map(\.text) : ["setting"] + titles, to: &buffer)
        }
        for index in isTransposed ? part.matrix.columns.indices : rows.indices {
            comment.add(.row) { buffer in
                buffer.write("| ")
                MarkdownTable.writeCode(isTransposed ? Array(titles[index].utf8) : names[index].bytes, to: &buffer)
                for cell in isTransposed ? columns.map({ $0[index] }) : part.cells(of: rows[index]) {
                    buffer.write(" | ")
                    write(cell, of: part, to: &buffer)
                }
                buffer.write(" |\n")
            }
        }
        comment.add { buffer in
            buffer.write("\n\(part.summary)\n")
            guard let remark = remarkOnFolding(of: rows, in: part) else { return }
            buffer.endLine()
            MarkdownTable.writeText(remark.utf8, to: &buffer)
            buffer.endLine()
        }
        guard let shipped = part.shipped else { return }
        comment.add { buffer in
            buffer.endLine()
            MarkdownTable.writeHeader(["versions", "shipped"], to: &buffer)
        }
        for (title, versions) in shipped {
            comment.add(.row) { buffer in
                buffer.write("| ")
                MarkdownTable.writeCode(title.utf8, to: &buffer)
                buffer.write(" | ")
                MarkdownTable.writeText(versions.utf8, to: &buffer)
                buffer.write(" |\n")
            }
        }
    }

    private func write(_ cell: Cell, of part: Part, to buffer: inout TextBuffer) {
        guard cell.isNew else { return buffer.write("·") }
        if let count = cell.count { return buffer.write(count) }
        MarkdownTable.writeCode(ValueText.clipped(part.document.tree[cell.value]).utf8, to: &buffer)
    }

    private func cells(
        of row: SettingsMatrix.Row, _ part: Part
    ) -> [(bytes: [UInt8], isNew: Bool)] {
        var cells: [(bytes: [UInt8], isNew: Bool)] = []
        var value = TextBuffer()
        row.forEachColumn { _, segment, isNew in
            if isNew {
                value.removeAll()
                ValueText.write(part.document.tree[segment.value], to: &value)
            }
            cells.append((value.bytes, isNew))
        }
        return cells
    }
}
