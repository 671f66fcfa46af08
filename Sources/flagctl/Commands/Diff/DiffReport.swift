import FlagAnalysis
import FlagResolver

/// What a run of `diff` found, to be written in any of its formats.
struct DiffReport {
    enum Format: String, CaseIterable {
        case text
        case json
        case ndjson
        case markdown
        case github
        case junit
        case sarif
    }

    /// Two documents and their difference.
    struct Pair {
        let old: LoadedDocument
        let new: LoadedDocument
        /// Whether there is no old document, or no new one: an empty one stands for it.
        var isNew = false
        var isDeleted = false
        let difference: DocumentDifference
        /// How many settings have no value in one of the documents, so that they could not be compared.
        var uncomparedCount = 0

        /// Whether every setting has the same value for every version.
        var isEquivalent: Bool { difference.settings.isEmpty && (uncomparedCount == 0 || isIdentical) }

        /// Whether the documents are the same bytes, so that there was nothing to compare.
        var isIdentical: Bool { old.tree.bytes == new.tree.bytes }
    }

    /// A change as far as it counts, or as far as it does not because of `--frozen`.
    struct Shown {
        let change: ValueChange
        let versions: VersionSet
        let isInside: Bool
    }

    let pairs: [Pair]
    /// The only versions for which a change counts.
    let frozen: VersionSet
    /// Whether there are other versions, for which no change counts.
    private var isPartial: Bool { frozen != .all }
    /// The settings whose changes do not count.
    let allowed: Set<String>
    /// What has shipped; `nil` where no list is given.
    let releases: ReleaseList?
    var failures = RunFailures()

    /// The changes of a setting, ordered by their lowest versions; those that count before those that do not.
    func shown(_ setting: SettingDifference) -> [Shown] {
        guard isPartial else {
            return setting.changes.map { Shown(change: $0, versions: $0.versions, isInside: true) }
        }
        let inside = setting.changes.map {
            Shown(change: $0, versions: $0.versions.intersection(frozen), isInside: true)
        }
        let outside = setting.changes.map {
            Shown(change: $0, versions: $0.versions.subtracting(frozen), isInside: false)
        }
        return (inside + outside).filter { !$0.versions.isEmpty }
    }

    /// Whether a change of the setting makes the run end with status 1.
    func counts(_ setting: SettingDifference) -> Bool {
        guard !allowed.contains(setting.name) else { return false }
        // A setting that differs has a change, and a change is one of some version.
        return !isPartial || setting.changes.contains { !$0.versions.isDisjoint(with: frozen) }
    }

    var status: ExitStatus {
        pairs.contains { $0.difference.settings.contains(where: counts) } ? .found : .clean
    }

    func write(_ format: Format, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            writeText(to: &buffer)
            failures.writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .ndjson: writeLines(to: &buffer)
        case .markdown: writeMarkdown(to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics + diagnostics.map(\.diagnostic), tool: "flagctl diff", to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        case .sarif: sarifReport.write(to: &buffer)
        }
    }
}

extension DiffReport.Pair {
    /// `true → false`; a setting that is not there is `(absent)`.
    func values(of change: ValueChange) -> String {
        var buffer = TextBuffer()
        write(valuesOf: change, to: &buffer)
        return buffer.text
    }

    /// - Returns: How many terminal cells they take.
    @discardableResult
    func write(valuesOf change: ValueChange, to buffer: inout TextBuffer) -> Int {
        let start = buffer.count
        if let value = change.oldValue {
            ValueText.write(value, of: old.tree, to: &buffer)
        } else {
            buffer.write(literal: "(absent)")
        }
        var width = DisplayWidth.of(buffer.bytes, from: start)
        buffer.write(literal: " → ")
        let middle = buffer.count
        if let value = change.newValue {
            ValueText.write(value, of: new.tree, to: &buffer)
        } else {
            buffer.write(literal: "(absent)")
        }
        width += 3 + DisplayWidth.of(buffer.bytes, from: middle)
        return width
    }
}
