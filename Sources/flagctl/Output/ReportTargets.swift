import FlagResolver

/// Where the reports of a run go. A report never overwrites an input of the run, or another report.
///
/// Files are compared by device and inode, not by path, so that no other spelling and no link hides a conflict. A file
/// that does not exist yet is compared by its folder and its name.
struct ReportTargets {
    /// A value of `--report`: `FORMAT=PATH`.
    struct Destination: Sendable, Equatable {
        /// The value as on the command line.
        let text: String
        let path: String

        /// - Returns: `nil` if there is no path.
        init?(_ text: String) {
            guard let (_, path) = text.divided(at: "="), !path.isEmpty else { return nil }
            self.text = text
            self.path = String(path)
        }
    }

    /// Why a report cannot be written to a destination, known before the run.
    struct Conflict: Error {
        let destination: Destination
        let problem: String
        let help: String?
    }

    /// Why a report was not written.
    struct Failure: Error {
        let problem: String
        let help: String?
    }

    private enum Target: Hashable {
        case standardOutput
        case file(FileSystem.Location)
    }

    private let destinations: [Destination]
    /// The inputs of the run, each with its name and its role for messages.
    private var inputs: [FileSystem.Location: String] = [:]
    /// The reports written so far. On a case-insensitive file system, the names of two new files can be the same.
    private var written: [FileSystem.Location: String] = [:]

    init(_ destinations: [Destination] = []) {
        self.destinations = destinations
    }

    /// Whether the run has no `--report`, so that there is nothing to protect.
    var isEmpty: Bool { destinations.isEmpty }

    /// Records an input of the run, or another file that no report may overwrite.
    ///
    /// - Parameter role: What the file is to the run, for messages.
    mutating func protect(_ path: String, as role: String = Self.inputRole) {
        if let location = FileSystem.location(of: path), location.isOverwritable {
            inputs[location] = "\(quoted(path)), \(role)"
        }
    }

    static let inputRole = "which this run reads"

    mutating func protectStandardInput() {
        guard let entry = try? FileSystem.entry(of: 0) else { return }
        let location = FileSystem.Location.existing(entry)
        if location.isOverwritable { inputs[location] = "standard input, \(Self.inputRole)" }
    }

    /// Checks that no report overwrites a protected file.
    func checkInputs() throws(Conflict) {
        for destination in destinations {
            if let failure = failure(writingTo: destination.path) { throw Conflict(destination, failure) }
        }
    }

    /// Checks that no report overwrites a protected file or another report, and that the next run would not read it.
    ///
    /// - Parameter operand: The operand of the command line, a folder or a pattern, that would include a new file.
    func check(includedBy operand: (_ path: String, _ location: FileSystem.Location) -> String?) throws(Conflict) {
        var targets: [Target: String] = [:]
        for destination in destinations {
            let path = destination.path
            guard let target = Self.target(of: path) else { continue }
            if let failure = failure(writingTo: path) { throw Conflict(destination, failure) }
            if case .file(let location) = target {
                if let operand = operand(path, location) {
                    throw Conflict(
                        destination: destination,
                        problem: "\(quoted(operand)) includes this path, so the next run would read the report",
                        help: "write it to a path that is not included, such as one in a hidden directory")
                }
                guard location.isOverwritable else { continue }
            }
            if let other = targets.updateValue(destination.text, forKey: target) {
                throw Conflict(
                    destination: destination,
                    problem: target == .standardOutput
                        ? "--report \(quoted(other)) goes to standard output too"
                        : "--report \(quoted(other)) writes to the same file",
                    help: "give each report its own path")
            }
        }
    }

    /// Writes a report to a file.
    mutating func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if let failure = failure(writingTo: path) { throw failure }
        do throws(SystemError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw Failure(problem: error.text, help: nil)
        }
        if let location = FileSystem.location(of: path), location.isOverwritable { written[location] = path }
    }

    /// Whether a path names standard output: `-`, `/dev/stdout`, or the file that standard output is redirected to.
    static func isStandardOutput(_ path: String) -> Bool {
        if path == "-" || FileDescriptor.number(named: path) == StandardStream.output.rawValue { return true }
        guard let output = location(of: .output), output.isOverwritable else { return false }
        return FileSystem.location(of: path) == output
    }

    /// The target of a path; `nil` if its folder is missing, which is reported when the report is written.
    private static func target(of path: String) -> Target? {
        isStandardOutput(path) ? .standardOutput : FileSystem.location(of: path).map { .file($0) }
    }

    private static func location(of stream: StandardStream) -> FileSystem.Location? {
        (try? FileSystem.entry(of: stream.rawValue)).map { .existing($0) }
    }

    /// Why a report must not be written to a path: what it would overwrite.
    private func failure(writingTo path: String) -> Failure? {
        let isStandardOutput = Self.isStandardOutput(path)
        guard let location = isStandardOutput ? Self.location(of: .output) : FileSystem.location(of: path) else {
            return nil
        }
        if let input = inputs[location] {
            return Failure(
                problem: isStandardOutput
                    ? "standard output leads to \(input)" : "it would overwrite \(input)",
                help: "write the report to another file")
        }
        // A report that goes to standard output is appended to it, and standard output may be the same file.
        if !isStandardOutput, location == Self.location(of: .error), location.isOverwritable,
            FileDescriptor.number(named: path) == nil
        {
            return Failure(
                problem: "the messages of the run go to this file", help: "write the report to another file")
        }
        return written[location].map {
            Failure(problem: "it would overwrite the report \(quoted($0))", help: "give each report its own path")
        }
    }
}

extension ReportTargets.Conflict {
    fileprivate init(_ destination: ReportTargets.Destination, _ failure: ReportTargets.Failure) {
        self.init(destination: destination, problem: failure.problem, help: failure.help)
    }
}

extension FileSystem.Location {
    /// Whether writing here destroys earlier content, as in a file but not on a terminal.
    fileprivate var isOverwritable: Bool {
        switch self {
        case .existing(let entry): entry.kind == .file || entry.kind == .pipe
        case .missing: true
        }
    }
}
