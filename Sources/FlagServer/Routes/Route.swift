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
    /// The page of the inspector.
    case inspector
    /// A question that the page asks.
    case inspect(InspectorRoute)

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
        case [""]: self = .inspector
        case ["v1", "inspect"]: self = .inspect(.document)
        case let path where path.count == 3 && path.dropLast() == ["v1", "inspect"]:
            guard let name = path.last, !name.isEmpty, let route = InspectorRoute(rawValue: name) else { return nil }
            self = .inspect(route)
        default: return nil
        }
    }

    /// The first components of all routes, which no document can have as its name.
    package static let reservedNames = ["ofrep", "v1", "healthz", "readyz", "metrics"]

    /// Whether the route is about a document.
    var belongsToDocument: Bool {
        switch self {
        case .evaluateFlag, .evaluateFlags, .events, .document, .resolve, .inspector, .inspect: true
        case .health, .readiness, .metrics: false
        }
    }

    /// Whether the route is about the server as a whole. The page of the inspector then lists the documents.
    var belongsToServer: Bool {
        switch self {
        case .health, .readiness, .metrics, .inspector: true
        case .evaluateFlag, .evaluateFlags, .events, .document, .resolve, .inspect: false
        }
    }

    /// The role that a request needs; `nil` if it needs no key.
    ///
    /// The page of the inspector has no data: it asks its reader for a key, which browsers cannot send with an address.
    var role: AccessRole? {
        switch self {
        case .evaluateFlag, .evaluateFlags, .events, .document, .resolve: .evaluate
        case .metrics, .inspect: .inspect
        case .health, .readiness, .inspector: nil
        }
    }

    /// Whether requests count for the limit of each client.
    var isLimited: Bool {
        switch self {
        case .health, .readiness: false
        default: true
        }
    }

    var isPosted: Bool {
        switch self {
        case .evaluateFlag, .evaluateFlags, .resolve: true
        case .events, .document, .health, .readiness, .metrics, .inspector: false
        case .inspect(let route): route.isPosted
        }
    }

    /// The route as metrics count it.
    enum Label: Sendable, Hashable, CaseIterable {
        case flag
        case flags
        case events
        case document
        case resolve
        case health
        case readiness
        case metrics
        case inspector
        case inspect
        /// A request that was refused before its route was known, or that has none.
        case none

        /// The name in metrics.
        var name: String { String(describing: self) }
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
        case .inspector: .inspector
        case .inspect: .inspect
        }
    }
}
