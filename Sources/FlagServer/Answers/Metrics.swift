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
