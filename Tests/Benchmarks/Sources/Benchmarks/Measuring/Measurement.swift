/// How work is measured: the median of five samples of processor time, each long enough to trust the clock.
enum Measurement {
    static let sampleCount = 5

    /// How long a sample takes at least, in nanoseconds.
    private static let leastSample = 20e6

    /// Nanoseconds for one operation.
    ///
    /// - Parameters:
    ///   - operations: How many operations one call of `body` does.
    ///   - body: The work. Its result goes into a black hole, so that the compiler cannot leave it out.
    static func nanoseconds<Result>(operations: Int = 1, _ body: () throws -> Result) rethrows -> Double {
        // The first call warms caches up, and the second tells how many make a sample.
        BlackHole.consume(try body())
        let once = try time(calls: 1, body)
        let calls = max(1, Int((leastSample / max(once, 1)).rounded(.up)))
        let samples = try (0..<sampleCount).map { _ in try time(calls: calls, body) }
        return median(of: samples) / Double(calls) / Double(operations)
    }

    /// Nanoseconds of two pieces of work that are to be compared, their samples taken in turn: what the machine is busy
    /// with besides then slows both down.
    static func nanoseconds<Left, Right>(
        _ left: () throws -> Left,
        beside right: () throws -> Right
    ) rethrows -> (left: Double, right: Double) {
        BlackHole.consume(try left())
        BlackHole.consume(try right())
        var samples: (left: [Double], right: [Double]) = ([], [])
        for _ in 0..<sampleCount {
            samples.left.append(try time(calls: 1, left))
            samples.right.append(try time(calls: 1, right))
        }
        return (median(of: samples.left), median(of: samples.right))
    }

    /// The middle one of an odd number of samples.
    static func median(of samples: [Double]) -> Double {
        samples.sorted()[samples.count / 2]
    }

    private static func time<Result>(calls: Int, _ body: () throws -> Result) rethrows -> Double {
        let start = CPUTime.now()
        for _ in 0..<calls { BlackHole.consume(try body()) }
        return CPUTime.now() - start
    }
}

/// Where results go, so that the compiler has to compute them.
enum BlackHole {
    @inline(never)
    @_optimize(none)
    static func consume<Value>(_ value: borrowing Value) {}
}
