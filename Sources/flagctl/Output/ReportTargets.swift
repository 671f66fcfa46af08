/// Where the reports of a run go, and what they must not overwrite: what the run reads, and each other.
///
/// Files are compared by device and inode, not by path, so that no other spelling and no link leads around it. A file that
/// does not exist yet is compared by its folder and its name.
struct ReportTargets {
    /// What the run reads, each with its name in a message.
    private var inputs: [FileSystem.Place: String] = [:]
    /// Reports of this run that are written already. On a file system that ignores case, two names of files that did not
    /// exist can turn out to be one.
    private var written: [FileSystem.Place: String] = [:]
    /// The values of the options.
    private var values: [String] = []

    private enum Target: Hashable {
        case standardOutput
        case file(FileSystem.Place)
    }

    /// Why a report is not written.
    struct Failure: Error {
        let problem: String
        let help: String?
    }

    /// No reports.
    init() {}

    /// - Throws: `UsageError` if a report would overwrite an input of the run or another report.
    init(of arguments: ParsedArguments, reading inputs: RunInputs) throws(UsageError) {
        values = arguments.all(.report)
        guard !values.isEmpty else { return }
        let sources = inputs.sources
        for found in sources.found {
            switch found {
            case .success(.revision): break
            case .success(.standardInput): addStandardInput()
            case .success(.file(let path)), .success(.listedFile(let path)): add(path)
            case .failure(let error): add(error.subject)
            }
        }
        for path in inputs.optionFiles { add(path) }
        if inputs.optionFiles.contains("-") { addStandardInput() }
        try checkReports(sources)
    }

    /// Records a further file that the run reads.
    ///
    /// - Throws: `UsageError` if a report would overwrite it.
    mutating func protect(_ path: String) throws(UsageError) {
        guard !values.isEmpty else { return }
        add(path)
        for value in values {
            if let failure = ReportRequest.path(in: value).flatMap(conflict) { throw failure.usageError(value) }
        }
    }

    /// Writes a report to a file.
    mutating func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if let failure = conflict(path) { throw failure }
        do throws(SystemError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw Failure(problem: error.text, help: nil)
        }
        if let place = FileSystem.place(of: path), place.isOverwritable { written[place] = path }
    }

    /// Whether a path names standard output: `-`, `/dev/stdout`, or the file that standard output is redirected to.
    static func isStandardOutput(_ path: String) -> Bool {
        if path == "-" || FileDescriptor.number(named: path) == StandardStream.output.rawValue { return true }
        guard let output = place(of: .output), output.isOverwritable else { return false }
        return FileSystem.place(of: path) == output
    }

    /// Where a path leads; `nil` if its folder is missing, which is reported when the report is written.
    private static func target(of path: String) -> Target? {
        isStandardOutput(path) ? .standardOutput : FileSystem.place(of: path).map { .file($0) }
    }

    private static func place(of stream: StandardStream) -> FileSystem.Place? {
        (try? FileSystem.entry(of: stream.rawValue)).map { .existing($0) }
    }

    private mutating func add(_ path: String) {
        if let place = FileSystem.place(of: path), place.isOverwritable { inputs[place] = quoted(path) }
    }

    private mutating func addStandardInput() {
        guard let entry = try? FileSystem.entry(of: 0) else { return }
        let place = FileSystem.Place.existing(entry)
        if place.isOverwritable { inputs[place] = "standard input" }
    }

    private func checkReports(_ sources: InputSources) throws(UsageError) {
        var targets: [Target: String] = [:]
        for value in values {
            guard let path = ReportRequest.path(in: value), let target = Self.target(of: path) else { continue }
            if let failure = conflict(path) { throw failure.usageError(value) }
            if case .file(let place) = target {
                if let operand = sources.operand(including: path, at: place) {
                    throw Failure(
                        problem: "\(quoted(operand)) includes this path, so the next run would read the report",
                        help: "write it to a path that is not included, such as one in a hidden directory"
                    ).usageError(value)
                }
                guard place.isOverwritable else { continue }
            }
            if let other = targets.updateValue(value, forKey: target) {
                throw Failure(
                    problem: target == .standardOutput
                        ? "--report \(quoted(other)) goes to standard output too"
                        : "--report \(quoted(other)) writes to the same file",
                    help: "give each report a path of its own"
                ).usageError(value)
            }
        }
    }

    /// What a report to a path would overwrite, as the reason not to write it.
    private func conflict(_ path: String) -> Failure? {
        let isStandardOutput = Self.isStandardOutput(path)
        guard let place = isStandardOutput ? Self.place(of: .output) : FileSystem.place(of: path) else { return nil }
        if let input = inputs[place] {
            return Failure(
                problem: isStandardOutput
                    ? "standard output leads to \(input), which this run reads"
                    : "it would overwrite \(input), which this run reads",
                help: "write the report to another file")
        }
        // The report is appended to standard output, which may well lead where the messages go.
        if !isStandardOutput, place == Self.place(of: .error), place.isOverwritable,
            FileDescriptor.number(named: path) == nil
        {
            return Failure(
                problem: "the messages of the run go to this file", help: "write the report to another file")
        }
        return written[place].map {
            Failure(problem: "it would overwrite the report \(quoted($0))", help: "give each report a path of its own")
        }
    }
}

extension ReportTargets.Failure {
    fileprivate func usageError(_ value: String) -> UsageError {
        .badValue(.report, value: value, problem: problem, help: help)
    }
}

extension FileSystem.Place {
    /// Whether writing here replaces what was written before, as it does in a file, and not in a terminal.
    fileprivate var isOverwritable: Bool {
        switch self {
        case .existing(let entry): entry.kind == .file || entry.kind == .pipe
        case .missing: true
        }
    }
}
