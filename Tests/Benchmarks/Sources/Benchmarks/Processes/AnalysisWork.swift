import Foundation

/// Whole processes that analyse documents for all versions.
struct AnalysisWork {
    private let flagctl: String
    private let folder: String

    /// The most nanoseconds for the largest generated document.
    private static let limit = 150e6
    /// The most nanoseconds for one setting with 5,000 entries.
    private static let limitOfOneSetting = 500e6
    /// The most nanoseconds for 100,000 lines of code.
    private static let limitOfCode = 1e9
    /// The most nanoseconds for a real document.
    private static let limitOfRealDocument = 15e6

    /// How often a program is run: once to warm the system's caches up, then for the samples.
    private static let runCount = 1 + Measurement.sampleCount

    /// `nil` where there is no program to measure.
    init?(_ options: Options) {
        guard let flagctl = options.installedFlagctl else { return nil }
        self.flagctl = flagctl
        folder = options.folder
    }

    func measure(_ input: Input, into report: inout Report) throws {
        let limit: Double? =
            input.isLimited ? Self.limit : input.isGenerated ? nil : Self.limitOfRealDocument
        let path = input.path
        var work = [
            ("check", ["check", path]), ("check --notes", ["check", "--notes", path]),
            ("matrix --format json", ["matrix", "--format", "json", path]),
        ]
        if input.isGenerated {
            work += [
                ("diff, one in 31 settings changed", ["diff", path, Input.editedPath(of: path)]),
                ("diff, every setting changed", ["diff", path, Input.otherPath(of: path)]),
                ("prove, 20 policies", ["prove", "--policy", Input.policies(in: folder), path]),
            ]
        } else {
            work += [
                ("diff with itself", ["diff", path, path]), ("prove, 1 policy", ["prove", "-e", Self.policy, path]),
            ]
        }
        for (name, arguments) in work {
            try measure(
                "flagctl \(name)", arguments, on: input.name, most: limit, usesAllCores: true, into: &report)
        }
        if input.isGenerated { try measureRules(of: path, on: input, into: &report) }
        if input.isLimited {
            try measure(
                "flagctl references, 100,000 lines", ["references", "--document", path, Input.code(in: folder)],
                on: input.name, most: Self.limitOfCode, into: &report)
        }
    }

    /// What `check` costs beside `resolve`, and its dearest rule beside all others.
    ///
    /// Loading the document, and what several rules share, is no cost of a rule.
    private func measureRules(of path: String, on input: Input, into report: inout Report) throws {
        let works = ["flagctl check ÷ resolve", "flagctl check, the dearest rule ÷ all others"]
        guard works.contains(where: { report.includes($0) }) else { return }
        let check = ["check", "--notes", path]
        let loading = try nanoseconds(["check", "--select", Self.cheapRule, path])
        let resolve = try nanoseconds(["resolve", "--version", "4.5.6", path])
        report.add(
            Figure(
                work: works[0], input: input.name, value: try nanoseconds(["check", path]) / resolve, unit: .times,
                limit: input.isLimited ? .most(10) : nil))
        let rules = try rules(of: path)
        // One run of each rule alone finds the candidate.
        let alone = try rules.map { rule in
            (rule, try nanoseconds(["check", "--notes", "--select", rule, path], runs: 1))
        }
        guard let dearest = alone.max(by: { $0.1 < $1.1 })?.0 else { return }
        FileHandle.standardError.write(Data("the dearest rule on \(input.name) settings: \(dearest)\n".utf8))
        let others = try nanoseconds(check + ["--ignore", dearest])
        let own = max(0, try nanoseconds(check) - others)
        report.add(
            Figure(
                work: works[1], input: input.name, value: own / max(1, others - loading),
                unit: .times,
                limit: input.isLimited ? .most(1) : nil))
    }

    /// A rule that only the parser asks for.
    private static let cheapRule = "json-syntax"

    /// The rules that ran for a document.
    private func rules(of path: String) throws -> [String] {
        let output = "\(folder)/analysis"
        _ = try MeasuredProcess(arguments: [flagctl, "check", "--format", "junit", "--exit-zero", path]).run(
            output: output)
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count > 1 && parts[0].hasSuffix("<testcase name=") ? String(parts[1]) : nil
        }
    }

    private func nanoseconds(_ arguments: [String], runs: Int = runCount) throws -> Double {
        let process = MeasuredProcess(arguments: [flagctl] + arguments + ["--exit-zero"])
        let costs = try (0..<runs).map { _ in try process.run(output: "\(folder)/analysis") }
        return Measurement.median(of: costs.map(\.nanoseconds))
    }

    /// One setting of 5,000 entries in different shapes.
    func measureShapes(into report: inout Report) throws {
        for shape in SingleSetting.allCases {
            let path = Input.path(of: shape, isReversed: false, in: folder)
            let reversed = Input.path(of: shape, isReversed: true, in: folder)
            let work = [
                ("check --notes", ["check", "--notes", path]),
                ("check --notes, reversed", ["check", "--notes", reversed]),
                ("matrix --format json", ["matrix", "--format", "json", path]),
                ("diff with its reverse", ["diff", path, reversed]),
            ]
            for (name, arguments) in work {
                try measure(
                    "flagctl \(name): \(shape.rawValue)", arguments, on: "one", most: Self.limitOfOneSetting,
                    into: &report)
            }
        }
    }

    /// A document whose entries test more than the app version, with 15 versions.
    func measureTargeting(into report: inout Report) throws {
        let path = Input.fewVersions(in: folder)
        let work: [(String, [String], milliseconds: Double)] = [
            ("check", ["check", path], 250), ("prove, 1 policy", ["prove", "-e", Self.policy, path], 250),
            ("diff, one in ten settings changed", ["diff", path, Input.editedPath(of: path)], 250),
            ("explain", ["explain", GeneratedDocument.name(of: 7), path], 700),
            ("matrix", ["matrix", path], 700), ("matrix --format json", ["matrix", "--format", "json", path], 700),
        ]
        for (name, arguments, milliseconds) in work {
            try measure(
                "flagctl \(name): 15 versions", arguments, on: TargetingWork.input, most: milliseconds * 1e6,
                usesAllCores: true, into: &report)
        }
    }

    /// True of every document, whatever settings it has.
    private static let policy = "for *: exists(\"x\") => exists(\"x\")"

    /// - Parameter usesAllCores: Whether the settings of the document are analysed on all cores. Then the time until the
    ///   program ends, for which its user waits, is reported, too.
    private func measure(
        _ work: String, _ arguments: [String], on input: String, most: Double?, usesAllCores: Bool = false,
        into report: inout Report
    ) throws {
        guard report.includes(work) else { return }
        // That something is found, or differs, is no failure here.
        let process = MeasuredProcess(arguments: [flagctl] + arguments + ["--exit-zero"])
        let costs = try (0..<Self.runCount).map { _ in try process.run(output: "\(folder)/analysis") }.dropFirst()
        let limit = most.map { Figure.Limit.most($0) }
        let value = Measurement.median(of: costs.map(\.nanoseconds))
        report.add(
            Figure(work: work, input: input, value: value, unit: .nanoseconds, limit: limit))
        guard usesAllCores else { return }
        let elapsed = Measurement.median(of: costs.map(\.elapsedNanoseconds))
        report.add(
            Figure(work: work + ", elapsed", input: input, value: elapsed, unit: .nanoseconds, limit: limit))
    }
}
