import Foundation

/// Runs the benchmarks and prints a table.
@main
struct Benchmarks {
    static func main() async throws {
        do {
            try await run(Options(CommandLine.arguments.dropFirst()))
        } catch let error as Options.UsageError {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(2)
        } catch let error as MeasuredProcess.Failure {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
        if options.generatesOnly {
            return try Input.generate(in: options.folder)
        }
        // In a process of its own, so that this one stays small until the others have been measured.
        let generator = [CommandLine.arguments[0], "--folder", options.folder, "--generate", "only"]
        _ = try MeasuredProcess(arguments: generator).run(output: "\(options.folder)/generator")

        var report = Report(filter: options.filter)
        let inputs = Input.all(in: options.folder, others: options.documents)
        let processes = ProcessWork(options)
        for input in inputs { try processes.measure(input, into: &report) }
        try processes.measureTargeting(into: &report)
        try processes.measureStart(into: &report)
        if let analysis = AnalysisWork(options) {
            for input in inputs { try analysis.measure(input, into: &report) }
            try analysis.measureShapes(into: &report)
            try analysis.measureTargeting(into: &report)
        }

        try ServiceWork(options)?.measure(into: &report)

        for input in inputs { try DocumentWork(input).measure(into: &report) }
        try TargetingWork().measure(into: &report)
        try VersionWork.measure(into: &report)
        try TypedDecodingWork.measure(into: &report)
        try KeyStrategyWork.measure(into: &report)
        try DateWork.measure(into: &report)
        try ModelWork.measure(into: &report)
        try await StoreWork(folder: options.folder).measure(into: &report)
        await ReadingWork().measure(into: &report)
        try ReasonWork().measure(into: &report)

        print(report.table, terminator: "")
        if let path = options.json {
            try Data(report.json()).write(to: URL(filePath: path))
        }
    }
}
