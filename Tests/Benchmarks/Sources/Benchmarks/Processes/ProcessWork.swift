#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whole processes that print all effective values of a document for one version: `flagctl`, and what else does the job.
///
/// They come before all other work, so that this process is small: see ``MeasuredProcess/Cost/peakMemory``.
struct ProcessWork {
    private let options: Options
    private static let version = "4.5.6"

    /// How often a program is run: once to warm the system's caches up, then for the samples.
    private static let runCount = 1 + Measurement.sampleCount

    init(_ options: Options) {
        self.options = options
    }

    /// Another program for the job.
    private struct Peer {
        let name: String
        let arguments: [String]
    }

    func measure(_ input: Input, into report: inout Report) throws {
        guard let flagctl = options.installedFlagctl else { return }
        let resolve = [flagctl, "resolve", "--version", Self.version]
        let limit: Double? = input.isLimited ? 20e6 : nil
        let text = try run(resolve + [input.path], "flagctl resolve, text", input, most: limit, into: &report)
        let json = try run(
            resolve + ["--format", "json", input.path], "flagctl resolve, JSON", input, most: limit, into: &report)

        guard input.isGenerated else { return }
        for (format, ours) in [("text", text), ("json", json)] {
            guard let ours else { continue }
            for peer in peers(format: format, input: input) {
                try compare(ours, with: peer, format: format, input, into: &report)
            }
        }
    }

    /// All values of a document whose entries test more than the app version, in one context.
    func measureTargeting(into report: inout Report) throws {
        guard let flagctl = options.installedFlagctl else { return }
        let context = ["platform=ios", "country=DE", "language=de", "launches=9", "osVersion=17.2"]
            .flatMap { ["--attribute", $0] }
        let resolve = [flagctl, "resolve", "--version", Self.version, "--key", "user-1"] + context
        let path = Input.targeted(in: options.folder)
        let name = "flagctl resolve with a context, "
        _ = try run(resolve + [path], name + "text", nil, most: 30e6, into: &report)
        _ = try run(resolve + ["--format", "json", path], name + "JSON", nil, most: 30e6, into: &report)
    }

    /// How long the program takes to start and do nothing.
    func measureStart(into report: inout Report) throws {
        if let flagctl = options.flagctl {
            _ = try run([flagctl, "--version"], "flagctl --version", nil, most: 5e6, into: &report)
        }
        if let flagctl = options.staticFlagctl {
            _ = try run([flagctl, "--version"], "flagctl --version, static", nil, most: 3e6, into: &report)
        }
    }

    private func peers(format: String, input: Input) -> [Peer] {
        var peers: [Peer] = []
        if let jq = options.jq {
            let program = "\(options.peers)/resolve-\(format).jq"
            let arguments = [jq, "-r", "-c", "-j", "--arg", "version", Self.version, "--arg", "file", input.path]
            peers.append(Peer(name: "jq", arguments: arguments + ["-f", program, input.path]))
        }
        if let python = options.python {
            let program = "\(options.peers)/resolve.py"
            let arguments = [python, "-S", "-E", program, Self.version, format, input.path]
            peers.append(Peer(name: "Python", arguments: arguments))
        }
        return peers
    }

    private struct Result {
        let nanoseconds: Double
        let output: String
    }

    /// Runs a program, and reports what it costs; `nil` where it is filtered out.
    private func run(
        _ arguments: [String],
        _ work: String,
        _ input: Input?,
        most: Double?,
        into report: inout Report
    ) throws -> Result? {
        guard report.includes(work) else { return nil }
        let output = "\(options.folder)/\(work.filter { $0.isLetter })"
        let process = MeasuredProcess(arguments: arguments)
        let costs = try (0..<Self.runCount).map { _ in try process.run(output: output) }.dropFirst()
        let nanoseconds = Measurement.median(of: costs.map(\.nanoseconds))
        let column = input?.name ?? "one"
        report.add(
            Figure(work: work, input: column, value: nanoseconds, unit: .nanoseconds, limit: most.map { .most($0) }))
        report.add(
            Figure(
                work: work + ", peak memory",
                input: column,
                value: Measurement.median(of: costs.map(\.peakMemory)),
                unit: .bytes,
                limit: nil
            )
        )
        return Result(nanoseconds: nanoseconds, output: output)
    }

    /// Runs a peer, checks that it prints the same bytes, and reports how many times as long it takes.
    private func compare(
        _ ours: Result,
        with peer: Peer,
        format: String,
        _ input: Input,
        into report: inout Report
    ) throws {
        let work = "\(peer.name), \(format == "json" ? "JSON" : format)"
        guard let theirs = try run(peer.arguments, work, input, most: nil, into: &report) else { return }
        let outputs = try [ours, theirs].map { try Data(contentsOf: URL(filePath: $0.output)) }
        guard outputs[0] == outputs[1] else {
            throw MeasuredProcess.Failure(description: "\(theirs.output) differs from \(ours.output)")
        }
        let ratio = theirs.nanoseconds / ours.nanoseconds
        report.add(Figure(work: "\(work), times flagctl's", input: input.name, value: ratio, unit: .times, limit: nil))
    }
}
