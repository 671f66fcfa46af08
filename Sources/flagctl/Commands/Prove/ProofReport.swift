import FlagAnalysis
import FlagResolver

/// The result of `prove`.
struct ProofReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case junit
        case sarif
        case github
    }

    /// The policies of one file, or the policy of an option.
    struct Source {
        let text: SourceText
        let isFile: Bool
        let policies: [Policy]
    }

    struct Result {
        /// The number of the policy among all policies of the run.
        let policyNumber: Int
        let policy: Policy
        /// The policy with the setting that its group or pattern stands for.
        let instance: Policy
        /// That setting; `nil` if the policy has no group or pattern.
        let setting: String?
        let source: Source
        let verdict: PolicyVerdict

        /// The label, or the line in the file if there is none.
        var title: String { policy.label ?? (source.isFile ? "line \(policy.line)" : source.text.name) }

        /// Whether the verdict names recorded releases.
        fileprivate var namesReaders: Bool {
            guard case .violated(_, let violations, _) = verdict else { return policy.isAboutReaders }
            return policy.isAboutReaders || violations.contains(where: \.isForReleases)
        }
    }

    /// All verdicts for one document.
    struct Part {
        let document: LoadedDocument
        /// The case space of the document and the policies.
        let space: CaseSpace
        /// The releases to name in the verdicts; `nil` for none.
        var releases: ReleaseList?
        let results: [Result]
        /// How many policies have no verdict, or not for all settings that their group or pattern stands for.
        let unevaluatedCount: Int
        /// Which supported releases have a record, if a policy is about what releases can read.
        var readerCoverage: ReaderCoverage?
        /// The releases that have a record.
        var recorded: [AppVersion] = []

        /// The style of the versions of a verdict: records spell the releases that it names.
        func style(of result: Result) -> VersionStyle {
            let style = document.versionStyle
            return result.namesReaders ? style.naming(recorded) : style
        }
    }

    let parts: [Part]
    var isVacuousAFinding = false
    var failures = RunFailures()

    var documents: [SettingsDocument] { parts.map(\.document.settings) }

    var status: ExitStatus {
        let isBad = parts.flatMap(\.results).contains { result in
            switch result.verdict {
            case .proved: false
            case .vacuous: isVacuousAFinding
            case .violated: true
            }
        }
        return isBad ? .found : .clean
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        case .sarif: sarifReport.write(to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics + diagnostics.map(\.diagnostic), tool: "flagctl prove", to: &buffer)
        }
    }

    /// `4 proved, 1 violated, 0 vacuous in 1 file (every version, exhaustive)`
    func writeSummary(to buffer: inout TextBuffer) {
        buffer.write(ProofCounts(parts.flatMap(\.results)).text)
        buffer.write(" in \(Count.of(parts.count, "file")) (\(failures.coverage("every version, exhaustive")))\n")
        for part in parts {
            guard let coverage = part.readerCoverage else { continue }
            let name = parts.count > 1 ? "\(PlainText.escaped(part.document.name)): " : ""
            buffer.write("\(name)\(coverage.phrase)\n")
        }
    }
}

/// How many verdicts of each kind there are.
struct ProofCounts {
    private(set) var proved = 0
    private(set) var violated = 0
    private(set) var vacuous = 0
    private(set) var unevaluated = 0

    /// - Parameter unevaluated: How many policies have no verdict, or not for all of their settings.
    init(_ results: [ProofReport.Result], unevaluated: Int = 0) {
        self.unevaluated = unevaluated
        for result in results {
            switch result.verdict {
            case .proved: proved += 1
            case .violated: violated += 1
            case .vacuous: vacuous += 1
            }
        }
    }

    /// `4 proved, 1 violated, 2 vacuous, 1 could not be evaluated`
    var text: String {
        "\(proved) proved, \(violated) violated\(vacuous > 0 ? ", \(vacuous) vacuous" : "")"
            + (unevaluated > 0 ? ", \(unevaluated) could not be evaluated" : "")
    }
}
