#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Runs the benchmarks and prints a table.
@main
struct Benchmarks {
    static func main() throws {
        let options = try Options(CommandLine.arguments.dropFirst())
        var report = Report(filter: options.filter)
        let inputs = try Input.all(in: options.folder, others: options.documents)

        for input in inputs { try DocumentWork(input).measure(into: &report) }
        try VersionWork.measure(into: &report)
        try TypedDecodingWork.measure(into: &report)

        print(report.table, terminator: "")
        if let path = options.json {
            try Data(report.json()).write(to: URL(filePath: path))
        }
    }
}
