import FlagResolver

/// What a path asks for: a row of ``table``.
package struct Route: Sendable {
    /// The name in metrics.
    let name: String
    /// The components of the path, without the name of a document. ``key`` stands for any component that is not empty.
    let path: [String]
    let isPosted: Bool
    /// The role that a request needs; `nil` if it needs no key.
    let role: AccessRole?
    let subject: Subject
    /// Whether requests count for the limit of each client.
    let isLimited: Bool
    let endpoint: Endpoint

    /// What a route is about.
    enum Subject: Sendable {
        case document
        case server
        /// A document, or all documents of the server.
        case both
    }

    /// What answers a request.
    enum Endpoint: Sendable, Hashable {
        case flag
        case flags
        case events
        case document
        case resolve
        case health
        case readiness
        case metrics
        case inspectorPage
        /// The address of the page without its final slash.
        case inspectorAddress
        case question(Question)
    }

    /// What the questions of the inspector are about.
    enum Question: Sendable, Hashable {
        case document
        case setting
        case users
        case matrix
        case change
    }

    /// The methods of a route.
    private enum Method {
        /// GET and HEAD.
        case get
        case post
    }

    private init(
        _ name: String, _ method: Method, _ path: String, _ role: AccessRole?, _ subject: Subject, _ endpoint: Endpoint,
        isLimited: Bool = true
    ) {
        self.name = name
        self.path = path.parts(separatedBy: "/").dropFirst().map(String.init)
        isPosted = method == .post
        self.role = role
        self.subject = subject
        self.isLimited = isLimited
        self.endpoint = endpoint
    }

    private static let key = "{key}"

    /// All routes.
    ///
    /// The page of the inspector needs no role, because it has no data: it asks its reader for a key, which browsers cannot
    /// send with an address.
    static let table = [
        Route("flags", .post, "/ofrep/v1/evaluate/flags", .evaluate, .document, .flags),
        Route("flag", .post, "/ofrep/v1/evaluate/flags/{key}", .evaluate, .document, .flag),
        Route("events", .get, "/v1/events", .evaluate, .document, .events),
        Route("document", .get, "/v1/document", .evaluate, .document, .document),
        Route("resolve", .post, "/v1/resolve", .evaluate, .document, .resolve),
        Route("inspector", .get, "/", nil, .both, .inspectorPage),
        Route("inspector", .get, "", nil, .document, .inspectorAddress),
        Route("inspect", .get, "/v1/inspect", .inspect, .document, .question(.document)),
        Route("inspect", .get, "/v1/inspect/change", .inspect, .document, .question(.change)),
        Route("inspect", .post, "/v1/inspect/setting", .inspect, .document, .question(.setting)),
        Route("inspect", .post, "/v1/inspect/users", .inspect, .document, .question(.users)),
        Route("inspect", .post, "/v1/inspect/matrix", .inspect, .document, .question(.matrix)),
        Route("health", .get, "/healthz", nil, .server, .health, isLimited: false),
        Route("readiness", .get, "/readyz", nil, .server, .readiness, isLimited: false),
        Route("metrics", .get, "/metrics", .inspect, .server, .metrics),
    ]

    /// The first components of all routes, which no document can have as its name.
    package static let reservedNames = table.reduce(into: [String]()) { names, route in
        guard let name = route.path.first, !name.isEmpty, !names.contains(name) else { return }
        names.append(name)
    }

    /// The route of the components of a path; `nil` if there is none.
    ///
    /// - Parameter key: The component for which the route has ``key``.
    static func find(_ path: ArraySlice<String>) -> (route: Route, key: String?)? {
        for route in table where route.path.count == path.count {
            var key: String?
            let matches = zip(route.path, path).allSatisfy { expected, component in
                guard expected == Self.key else { return expected == component }
                key = component
                return !component.isEmpty
            }
            if matches { return (route, key) }
        }
        return nil
    }
}
