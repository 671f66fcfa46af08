/// One figure of the report: what some work cost on one document.
struct Figure: Encodable {
    enum Unit: String, Encodable {
        case nanoseconds
        case bytes
        case times
        case readsPerSecond
        case requestsPerSecond
    }

    let work: String

    /// The document, or what else the work was done on.
    let input: String

    let value: Double
    let unit: Unit

    /// The most that the project allows; `nil` where nothing is said about this work or document.
    let limit: Limit?

    /// What a figure may be.
    struct Limit: Encodable {
        let value: Double

        /// Whether the figure must reach the value rather than stay below it.
        let isLeast: Bool

        static func most(_ value: Double) -> Limit { Limit(value: value, isLeast: false) }
        static func least(_ value: Double) -> Limit { Limit(value: value, isLeast: true) }
    }

    var keepsLimit: Bool {
        guard let limit else { return true }
        return limit.isLeast ? value >= limit.value : value <= limit.value
    }
}

extension Figure.Unit {
    /// A value in three digits or so.
    func text(_ value: Double) -> String {
        switch self {
        case .nanoseconds where value >= 999_500: Self.digits(value / 1e6) + " ms"
        case .nanoseconds where value >= 999.5: Self.digits(value / 1e3) + " µs"
        case .nanoseconds: Self.digits(value) + " ns"
        case .bytes: Self.digits(value / 1e6) + " MB"
        case .times: Self.digits(value) + " ×"
        case .readsPerSecond: Self.digits(value / 1e6) + " M/s"
        case .requestsPerSecond: Self.digits(value / 1e3) + " k/s"
        }
    }

    private static func digits(_ value: Double) -> String {
        let places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
        let scale = places == 0 ? 1 : places == 1 ? 10 : 100
        let scaled = Int((value * Double(scale)).rounded())
        guard places > 0 else { return "\(scaled)" }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
