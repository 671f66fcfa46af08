/// Metrics in the text format of Prometheus.
///
/// Standard: Prometheus exposition formats, text format 0.0.4.
struct MetricsText {
    private(set) var text = ""

    /// Begins a metric.
    mutating func begin(_ name: String, _ type: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// Writes a value of the metric that has begun.
    mutating func write(_ name: String, _ labels: [(name: String, value: String)] = [], _ value: Int64) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    /// Writes a time of the metric that has begun, in seconds.
    mutating func write(_ name: String, _ labels: [(name: String, value: String)] = [], _ time: Duration) {
        let (seconds, attoseconds) = time.components
        let micros = "\(attoseconds / 1_000_000_000_000)"
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        let digits = String(repeating: "0", count: 6 - min(6, micros.utf8.count)) + micros
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(seconds).\(digits)\n"
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

/// How long requests took, by route: from the end of the head to the answer, without the time to send it.
struct RequestDurations: Sendable {
    private var routes: [String: Histogram] = [:]

    struct Histogram: Sendable {
        /// How many were as fast as each bound, or faster.
        fileprivate(set) var counts = [Int](repeating: 0, count: RequestDurations.bounds.count)
        fileprivate(set) var count = 0
        fileprivate(set) var sum = Duration.zero
    }

    /// The bounds with their texts in seconds.
    static let bounds: [(text: String, bound: Duration)] = [
        ("0.0001", .microseconds(100)), ("0.001", .milliseconds(1)), ("0.01", .milliseconds(10)),
        ("0.1", .milliseconds(100)), ("1", .seconds(1)), ("10", .seconds(10)),
    ]

    mutating func add(_ duration: Duration, _ route: Route) {
        routes[route.name, default: Histogram()].add(duration)
    }

    /// The histograms in a fixed order.
    var sorted: [(route: String, histogram: Histogram)] {
        routes.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }
}

extension RequestDurations.Histogram {
    fileprivate mutating func add(_ duration: Duration) {
        for (index, (_, bound)) in RequestDurations.bounds.enumerated() where duration <= bound { counts[index] += 1 }
        count += 1
        sum += duration
    }
}

/// How often single settings were asked for, by document and setting.
///
/// Scrapers keep every label for long, so only so many settings have one.
struct EvaluationCounts: Sendable {
    private var counts: [Key: Int] = [:]
    /// The evaluations of settings without a label of their own.
    private(set) var others = 0

    static let maximumLabelCount = 1_000

    private struct Key: Sendable, Hashable {
        let document: String
        let setting: String
    }

    mutating func add(_ setting: String, of document: String) {
        let key = Key(document: document, setting: setting)
        if counts[key] != nil || counts.count < Self.maximumLabelCount {
            counts[key, default: 0] += 1
        } else {
            others += 1
        }
    }

    /// The counts in a fixed order.
    var sorted: [(document: String, setting: String, count: Int)] {
        counts.map { ($0.key.document, $0.key.setting, $0.value) }
            .sorted { ($0.document, $0.setting) < ($1.document, $1.setting) }
    }
}

/// How many requests were answered, by route and status.
struct RequestCounts: Sendable {
    private var counts: [Key: Int] = [:]

    private struct Key: Sendable, Hashable {
        let route: String
        let status: Int
    }

    /// - Parameter route: `nil` for a request that was refused before its route was known, or that has none.
    mutating func add(_ route: Route?, _ status: Int) {
        counts[Key(route: route?.name ?? "none", status: status), default: 0] += 1
    }

    /// The counts in a fixed order.
    var sorted: [(route: String, status: Int, count: Int)] {
        counts.map { ($0.key.route, $0.key.status, $0.value) }.sorted { ($0.route, $0.status) < ($1.route, $1.status) }
    }
}
