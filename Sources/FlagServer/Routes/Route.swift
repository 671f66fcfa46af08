/// What a path asks for.
package enum Route: Sendable, Hashable {
    case evaluateFlag(String)
    case evaluateFlags
    case events
    case document
    case resolve
    case health
    case readiness
    case metrics

    /// The route of the components of a path, without the name of a document; `nil` if there is none.
    init?(_ path: ArraySlice<String>) {
        switch Array(path) {
        case ["ofrep", "v1", "evaluate", "flags"]: self = .evaluateFlags
        case let path where path.count == 5 && path.dropLast() == ["ofrep", "v1", "evaluate", "flags"]:
            guard let key = path.last, !key.isEmpty else { return nil }
            self = .evaluateFlag(key)
        case ["v1", "events"]: self = .events
        case ["v1", "document"]: self = .document
        case ["v1", "resolve"]: self = .resolve
        case ["healthz"]: self = .health
        case ["readyz"]: self = .readiness
        case ["metrics"]: self = .metrics
        default: return nil
        }
    }

    /// The first components of all routes, which no document can have as its name.
    package static let reservedNames = ["ofrep", "v1", "healthz", "readyz", "metrics"]

    /// Whether the route belongs to a document, and not to the server as a whole.
    var needsDocument: Bool {
        switch self {
        case .evaluateFlag, .evaluateFlags, .events, .document, .resolve: true
        case .health, .readiness, .metrics: false
        }
    }

    /// The role that a request needs; `nil` if it needs no key.
    var role: AccessRole? {
        switch self {
        case .evaluateFlag, .evaluateFlags, .events, .document, .resolve: .evaluate
        case .metrics: .inspect
        case .health, .readiness: nil
        }
    }

    var isPosted: Bool {
        switch self {
        case .evaluateFlag, .evaluateFlags, .resolve: true
        case .events, .document, .health, .readiness, .metrics: false
        }
    }

    /// The name of the route in metrics.
    enum Label: String, Sendable, Hashable, CaseIterable {
        case flag
        case flags
        case events
        case document
        case resolve
        case health
        case readiness
        case metrics
        /// A request that was refused before its route was known, or that has none.
        case none
    }

    var label: Label {
        switch self {
        case .evaluateFlag: .flag
        case .evaluateFlags: .flags
        case .events: .events
        case .document: .document
        case .resolve: .resolve
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        }
    }
}
