import Foundation

/// The server beside nginx, under the load of `wrk`. A program in Python starts all three.
struct ServiceWork {
    private let flagctl: String
    private let python: String
    private let script: String
    private let output: String

    /// `nil` where there is no program to measure, or no Python.
    init?(_ options: Options) {
        guard let flagctl = options.installedFlagctl, let python = options.python else { return nil }
        self.flagctl = flagctl
        self.python = python
        script = "\(options.peers)/service.py"
        output = "\(options.folder)/service"
    }

    private static let name = "the service"

    /// Adds a figure for each line of the program.
    func measure(into report: inout Report) throws {
        guard report.includes(Self.name) else { return }
        _ = try MeasuredProcess(arguments: [python, script, "--flagctl", flagctl]).run(output: output)
        FileHandle.standardError.write(try Data(contentsOf: URL(filePath: output + ".messages")))
        for line in try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 5, let value = Double(parts[2]), let unit = Figure.Unit(rawValue: parts[3]) else {
                // A program that is missing, in words.
                FileHandle.standardError.write(Data("\(line)\n".utf8))
                continue
            }
            report.add(
                Figure(work: parts[0], input: parts[1], value: value, unit: unit, limit: Self.limit(parts[4])))
        }
    }

    private static func limit(_ text: String) -> Figure.Limit? {
        let words = text.split(separator: " ")
        guard words.count == 2, let value = Double(words[1]) else { return nil }
        return words[0] == "least" ? .least(value) : .most(value)
    }
}
