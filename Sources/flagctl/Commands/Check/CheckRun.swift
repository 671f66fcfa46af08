import FlagAnalysis
import FlagResolver

/// One run of `check`: reads, checks, writes, and knows how it ends.
struct CheckRun {
    private let request: CheckRequest
    private static let limits = DocumentLimits.standard
    private var status: ExitStatus = .clean

    init(_ request: CheckRequest) {
        self.request = request
    }

    mutating func run(in session: inout Session) -> ExitStatus {
        let aids = CheckAids(request, session: &session)
        var files: [CheckedFile] = []
        var baseline: CheckBaseline?
        // What would be found without them would be something else.
        if let aids {
            baseline = aids.baseline
            files = self.files(patches: aids.patches, releases: aids.releases, session: &session)
        }
        for file in files { baseline?.remove(from: file) }
        let failing = Severity.allCases.filter { $0 >= request.failOn }
        if files.contains(where: { file in failing.contains { file.count(of: $0) > 0 } }) { status.take(.found) }

        let report = CheckReport(
            files: files, rules: request.rules, hasReleases: request.releases != nil, failOn: request.failOn,
            showsNotes: request.showsNotes, failures: session.failures)
        write(report, session: &session)
        report.writeSummary(knownCount: baseline?.removedCount ?? 0, to: &session.messages)
        return status
    }

    private func files(patches: [JSONTree], releases: ReleaseList?, session: inout Session) -> [CheckedFile] {
        let check = DocumentCheck(rules: request.rules)
        let sources = InputSources(request.files, standardInputName: request.standardInputName ?? "<stdin>")
        for skipped in sources.skipped { session.report(skipped.diagnostic) }
        var files: [CheckedFile] = []
        var names: Set<String> = []
        for found in sources.found {
            do throws(InputError) {
                let source = try found.get()
                // As for all commands: nobody could tell which of the two a finding is in.
                guard names.insert(source.name).inserted else { throw .sameName(source.name) }
                let bytes = try source.read(atMost: Self.limits.byteCount + 1)
                files.append(Self.file(source.name, bytes, patches: patches, releases: releases, check))
            } catch {
                session.report(error.diagnostic)
            }
        }
        return files
    }

    /// Checks one text; that it is no document is a finding like others.
    static func file(
        _ name: String, _ bytes: [UInt8], patches: [JSONTree] = [], releases: ReleaseList?, _ check: DocumentCheck
    ) -> CheckedFile {
        guard bytes.count <= limits.byteCount else { return tooLarge(name) }
        var tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: bytes, sourceName: name, limits: limits.json)
        } catch {
            return CheckedFile(name, bytes, refusedFor: Finding(error))
        }
        do throws(JSONTree.MergeError) {
            for patch in patches { tree = try tree.merging(patch) }
        } catch {
            return tooLarge(name)
        }
        do throws(DocumentError) {
            let settings = try SettingsDocument(tree: tree, limits: limits)
            let result = check.result(for: CheckedDocument(settings, releases: releases))
            return CheckedFile(name, settings, result)
        } catch {
            return CheckedFile(name, tree, refusedFor: Finding(error))
        }
    }

    private static func tooLarge(_ name: String) -> CheckedFile {
        CheckedFile(name, [], refusedFor: .tooLarge(limit: limits.byteCount))
    }

    private mutating func write(_ report: CheckReport, session: inout Session) {
        let renderer = DiagnosticRenderer(
            style: session.outputStyle, width: min(StandardStream.output.terminalWidth ?? Session.defaultWidth, 400))
        report.write(request.format, renderer, to: &session.output)
        for further in request.reports {
            guard let format = CheckReport.Format(rawValue: further.format) else { continue }
            var buffer = TextBuffer()
            let plain = DiagnosticRenderer(style: .plain, width: Session.defaultWidth)
            report.write(format, plain, to: &buffer)
            session.save(buffer, to: further.path, status: &status)
        }
    }
}

/// What a check needs beside the files: patches, the list of releases, the baseline.
private struct CheckAids {
    private(set) var patches: [JSONTree] = []
    private(set) var releases: ReleaseList?
    private(set) var baseline: CheckBaseline?

    /// - Returns: `nil` if one of them cannot be read, which has been reported.
    init?(_ request: CheckRequest, session: inout Session) {
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        for path in request.patches {
            guard let patch = reader.tree(of: .file(path), in: &session) else { return nil }
            patches.append(patch)
        }
        if let path = request.releases {
            guard let list = ReleaseFile.read(path, in: &session) else { return nil }
            releases = list
        }
        if let path = request.baseline {
            guard let known = CheckBaseline(path, reader: reader, session: &session) else { return nil }
            baseline = known
        }
    }
}
