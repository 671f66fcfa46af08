import BenchmarkProcesses

/// A program that is run to its end, and what the system says it cost.
struct MeasuredProcess {
    let arguments: [String]

    struct Cost {
        /// Processor time in nanoseconds, of the program and the system for it.
        let nanoseconds: Double

        /// The nanoseconds until the program ended, which are fewer if it uses several cores.
        let elapsedNanoseconds: Double

        /// The most memory that was resident, in bytes.
        ///
        /// Linux counts from before the program was loaded: never less than this process had in use when it started it.
        let peakMemory: Double
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the program with its standard output in a file, and what it tells besides in another one beside it.
    func run(output: String) throws -> Cost {
        let start = ContinuousClock.now
        let end = try ChildProcess(arguments, output: .file(output), error: .file(output + ".messages")).wait()
        let elapsed = start.duration(to: .now).components
        guard end.status == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")) ended with status \(end.status)")
        }
        return Cost(
            nanoseconds: end.processorNanoseconds,
            elapsedNanoseconds: Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9,
            peakMemory: end.peakMemory)
    }
}
