import FlagAnalysis
import FlagResolver

/// A checked file and its findings.
final class CheckedFile {
    let name: String
    /// The findings, in the order of their locations.
    private(set) var findings: [Finding] { didSet { counts = Self.counts(of: findings) } }
    /// The values that break a policy, each of which is an error.
    var violations: [CheckedFinding] = []
    /// The findings that the document allows.
    let suppressed: [SuppressedFinding]
    /// The revision that lacks the file, so that nothing was compared with it; `nil` if it has the file, or none was given.
    var newSince: String?
    /// The recorded releases that the document was compared with; `nil` if it was not.
    var readerCoverage: ReaderCoverage?
    /// The number of version intervals that were checked; `nil` if the file is not a document.
    let intervalCount: Int?
    /// The fingerprint of each finding, from ``FindingFingerprints``.
    private(set) lazy var fingerprints: [String] = Array(allFingerprints.prefix(findings.count))
    /// The fingerprint of each finding that the document allows.
    private(set) lazy var suppressedFingerprints: [String] = Array(allFingerprints.suffix(suppressed.count))
    private lazy var allFingerprints: [String] = makeFingerprints(of: findings + suppressed.map(\.finding))

    private var counts: [Severity: Int]
    /// The document; `nil` if the file is not one.
    let settings: SettingsDocument?
    private let sources: SourceTexts
    /// The text, if it is not JSON; `nil` if it is, or has too many bytes.
    private(set) var unparsed: [UInt8]?

    /// A document with the findings of the rules.
    ///
    /// - Parameter isOnlySource: Whether `name` names the source of the whole document, whatever its tree says.
    convenience init(
        _ name: String, _ settings: SettingsDocument, _ result: DocumentCheck.Result, isOnlySource: Bool = false
    ) {
        let text = SourceText(name: name, bytes: settings.tree.bytes[...])
        self.init(
            name, settings, sources: isOnlySource ? SourceTexts(text) : SourceTexts(of: settings.tree),
            findings: result.findings, suppressed: result.suppressed, intervalCount: result.intervalCount)
    }

    /// A document, compared with what recorded releases read.
    ///
    /// - Parameter previous: The document that these releases have now; `nil` if there is none.
    convenience init(
        checking document: LoadedDocument, _ check: DocumentCheck, releases: ReleaseList?, readers: DocumentReaders?,
        previous: SettingsDocument?
    ) {
        let checked = CheckedDocument(
            document.settings, releases: releases, previous: readers == nil ? nil : previous, readers: readers)
        self.init(document.name, document.settings, check.result(for: checked))
        readerCoverage = readers?.coverage(from: document.settings.minimumVersion, of: releases)
    }

    /// JSON that is not a document of settings.
    convenience init(_ name: String, _ tree: JSONTree, refusedFor finding: Finding) {
        self.init(name, nil, sources: SourceTexts(of: tree), findings: [finding], intervalCount: nil)
    }

    /// Text that is not JSON, or is too large.
    convenience init(_ name: String, _ bytes: [UInt8], refusedFor findings: [Finding]) {
        let text = SourceText(name: name, bytes: bytes[...])
        self.init(name, nil, sources: SourceTexts(text), findings: findings, intervalCount: nil)
    }

    private init(
        _ name: String, _ settings: SettingsDocument?, sources: SourceTexts, findings: [Finding],
        suppressed: [SuppressedFinding] = [], intervalCount: Int?
    ) {
        self.name = name
        self.settings = settings
        self.sources = sources
        self.findings = findings
        self.suppressed = suppressed
        counts = Self.counts(of: findings)
        self.intervalCount = intervalCount
    }

    /// Removes the findings with some fingerprints.
    func removeFindings(knownBy fingerprints: Set<String>) {
        _ = suppressedFingerprints
        let kept = findings.indices.filter { !fingerprints.contains(self.fingerprints[$0]) }
        findings = kept.map { findings[$0] }
        self.fingerprints = kept.map { self.fingerprints[$0] }
    }

    /// The number of findings, with the violations of policies.
    func count(of severity: Severity) -> Int { (counts[severity] ?? 0) + (severity == .error ? violations.count : 0) }

    private static func counts(of findings: [Finding]) -> [Severity: Int] {
        findings.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }
    }

    /// The setting that a finding is about.
    func setting(of finding: Finding) -> String? {
        finding.settingIndex.flatMap { settings?.name(of: $0) }
    }

    /// The owner of the setting that a finding is about; `nil` if the document names none.
    func owner(of finding: Finding) -> String? {
        finding.settingIndex.flatMap { settings?.owner(of: $0) }
    }

    func location(_ span: Range<Int>) -> Diagnostic.Location { sources.location(span) }

    /// A finding in the form that every report shows.
    func diagnostic(of finding: Finding) -> Diagnostic {
        Diagnostic(
            subject: .location(location(finding.span)), severity: finding.severity, message: finding.message,
            code: finding.code.rawValue, setting: setting(of: finding),
            related: finding.related.map {
                Diagnostic.RelatedLocation(location: location($0.span), message: $0.message)
            },
            notes: finding.notes, help: finding.help)
    }

    private func makeFingerprints(of findings: [Finding]) -> [String] {
        var fingerprints = FindingFingerprints(file: name, settings: settings) { self.location($0) }
        return findings.map { fingerprints.next($0) }
    }
}

extension CheckedFile {
    static let limits = DocumentLimits.standard

    /// Checks text. If it is not a document, that is a finding.
    convenience init(
        checking bytes: [UInt8], named name: String, patches: [JSONTree] = [], releases: ReleaseList?,
        instant: Instant? = nil, previous: SettingsDocument? = nil, readers: DocumentReaders? = nil,
        allowing allowedChanges: [ExactText: String] = [:], _ check: DocumentCheck
    ) {
        let tooLarge = Finding.tooLarge(limit: Self.limits.byteCount)
        guard bytes.count <= Self.limits.byteCount else {
            self.init(name, [], refusedFor: [tooLarge])
            return
        }
        var tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: bytes, sourceName: name, limits: Self.limits.json)
        } catch {
            self.init(name, bytes, refusedFor: SyntaxErrors(error, in: bytes, limits: Self.limits.json).findings)
            unparsed = bytes
            return
        }
        do throws(JSONTree.MergeError) {
            tree = try tree.merging(patches)
        } catch {
            self.init(name, [], refusedFor: [tooLarge])
            return
        }
        do throws(DocumentError) {
            let settings = try SettingsDocument(tree: tree, limits: Self.limits)
            let document = CheckedDocument(
                settings, releases: releases, instant: instant, previous: previous, readers: readers,
                allowing: allowedChanges)
            self.init(name, settings, check.result(for: document))
            readerCoverage = readers?.coverage(from: settings.minimumVersion, of: releases)
        } catch {
            self.init(name, tree, refusedFor: Finding(error))
        }
    }
}
