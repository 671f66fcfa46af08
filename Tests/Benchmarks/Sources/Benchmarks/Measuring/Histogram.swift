/// How often each time occurred, to the tenth of a microsecond, up to ten milliseconds.
struct Histogram: Sendable {
    private static let width = 100.0
    private var counts = [Int](repeating: 0, count: 100_001)
    private var total = 0

    mutating func add(_ nanoseconds: Double) {
        counts[min(counts.count - 1, max(0, Int(nanoseconds / Self.width)))] += 1
        total += 1
    }

    /// The time that a part of all did not exceed.
    func quantile(_ part: Double) -> Double {
        let wanted = Int((Double(total) * part).rounded(.up))
        var count = 0
        for (index, number) in counts.enumerated() {
            count += number
            if count >= wanted { return Double(index + 1) * Self.width }
        }
        return 0
    }
}
