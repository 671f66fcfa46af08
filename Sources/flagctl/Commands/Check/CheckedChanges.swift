import FlagAnalysis
import FlagReaders
import FlagResolver

/// What the checked documents change for shipped versions since a revision: all of it, whether or not a rule finds fault with it.
struct CheckedChanges {
    /// The revision, as ``GitRevision`` takes it.
    let revision: String
    /// The changes of each document with a list of releases that could be compared.
    private(set) var documents: [ShippedChanges] = []
    /// Whether a document could not be compared, or has no list of releases.
    private var isIncomplete: Bool

    /// - Parameter isIncomplete: Whether the revision, or a document of it, could not be read.
    init(since revision: String, isIncomplete: Bool) {
        self.revision = revision
        self.isIncomplete = isIncomplete
    }

    /// Compares a document with its earlier state.
    mutating func add(_ file: CheckedFile, _ input: CheckInput) {
        guard let releases = input.releases else {
            isIncomplete = true
            return
        }
        guard let settings = file.settings, let old = input.previous else {
            // What is new changes nothing.
            if file.newSince == nil { isIncomplete = true }
            return
        }
        let new = LoadedDocument(name: file.name, settings: settings)
        var difference = DocumentDifference(from: old.settings, to: settings)
        if let readers = input.readers { difference.add(readers) }
        let uncompared = Set(
            [old, new].flatMap { document in
                document.issues.filter(\.makesSettingUnresolvable).map { ExactText(document.setting(of: $0)) }
            })
        let pair = DiffReport.Pair(
            old: old, new: new, isDeleted: input.isDeleted, difference: difference, uncomparedCount: uncompared.count,
            releases: releases)
        let names = old.settings.names + settings.names
        var comparison = DiffReport(
            pairs: [pair], frozen: releases.shippedVersions.intersection(from: settings.minimumVersion),
            allowed: Set(names.map { ExactText($0) }.filter { input.allowedChanges[$0] != nil }))
        comparison.frozenWord = "shipped"
        let coverage = input.readers?.coverage(from: settings.minimumVersion, of: releases)
        let recorded = (coverage?.listed ?? []).filter(\.isComplete).map(\.release.version)
        if let changes = ShippedChanges(comparison, recorded: recorded) { documents.append(changes) }
    }

    private var uncomparedCount: Int { documents.reduce(0) { $0 + $1.pair.failureCount } }

    /// Writes a line for each change, or that there is none.
    func writeText(to buffer: inout TextBuffer) {
        guard !documents.isEmpty else { return }
        let base = "for shipped versions since \(PlainText.escaped(revision))"
        let (rows, count) = Self.rows(of: documents)
        let unknown = uncomparedCount + (isIncomplete ? 1 : 0)
        if rows.isEmpty {
            buffer.write("\(unknown == 0 ? "no value changes" : "no change is known") \(base)")
        } else {
            buffer.write("what changes \(base)")
        }
        if uncomparedCount > 0 {
            buffer.write(", but \(Count.of(uncomparedCount, "setting")) could not be compared")
        } else if isIncomplete {
            buffer.write(", but not every document could be compared, with a list of its releases")
        }
        buffer.write(rows.isEmpty ? "\n" : ":\n")
        var table = TextTable(columns: 4, maximumColumnWidth: 80)
        for row in rows { for cell in row { table.cell(cell) } }
        table.write(to: &buffer, indentation: 2)
        let rest = count - rows.count
        if rest > 0 { buffer.write("and \(Count.of(rest, "more change")); --format json has all of them\n") }
    }

    /// The first rows of all documents, and how many there are. What several documents change in the same way is one row, with
    /// their names.
    private static func rows(of documents: [ShippedChanges]) -> (shown: [[String]], count: Int) {
        let maximumCount = DiffSummary.maximumRowCount
        if documents.count == 1, let only = documents.first {
            let changes = only.changes
            let rows = only.pair.styleOfShipped.apply { changes.prefix(maximumCount).map { only.cells(of: $0) } }
            return (rows, changes.count)
        }
        var rows = SharedRows<[String]>()
        for changes in documents {
            for cells in changes.pair.styleOfShipped.apply({ changes.changes.map { changes.cells(of: $0) } }) {
                rows.add(cells, showing: cells.dropLast(), of: PlainText.escaped(changes.pair.new.name))
            }
        }
        let shown = rows.rows.prefix(maximumCount).map { cells, files in
            // The reason names a line of one document.
            files.count == 1 ? cells : cells.dropLast() + ["in \(SettingProblem.listed(files, "and"))"]
        }
        return (shown, rows.rows.count)
    }
}

extension VersionSet {
    /// The versions that are not below a minimum.
    fileprivate func intersection(from minimum: AppVersion?) -> VersionSet {
        minimum.map { intersection(VersionSet(from: .before($0), to: .highest)) } ?? self
    }
}
