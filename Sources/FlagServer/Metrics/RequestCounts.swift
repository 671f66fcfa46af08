/// How many requests were answered, by route and status.
struct RequestCounts: Sendable {
    private(set) var counts: [Key: Int] = [:]

    struct Key: Sendable, Hashable {
        let route: Route.Label
        let status: Int
    }

    mutating func add(_ route: Route.Label, _ status: Int) {
        counts[Key(route: route, status: status), default: 0] += 1
    }

    /// The counts in a fixed order.
    var sorted: [(key: Key, count: Int)] {
        counts.map { ($0.key, $0.value) }.sorted {
            ($0.key.route.name, $0.key.status) < ($1.key.route.name, $1.key.status)
        }
    }
}
