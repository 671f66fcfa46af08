package import FlagResolver

/// Which requests an address of the server answers.
package enum ServiceScope: Sendable {
    case everything
    /// Only those about the server: `/healthz`, `/readyz` and `/metrics`.
    case server
}

/// Answers requests over the current documents. It knows neither an HTTP library nor where documents come from.
///
/// ```swift
/// switch service.admit(head, at: time) {
/// case .refused(let response): send(response)
/// case .admitted(let request): send(service.respond(to: request, body: body, at: time))
/// }
/// ```
///
/// 1. ``admit(_:in:at:)`` decides from the head alone: framing, limits, host, key and route. The body of a refused request is
///    not read.
/// 2. ``respond(to:body:at:)`` reads the current document once, so that no answer mixes two.
package final class FlagService: Sendable {
    let configuration: ServiceConfiguration
    package let slots: [DocumentSlot]
    let counts = Locked(RequestCounts())
    /// What targets name whose hosts are allowed.
    private let admissions = Locked(AdmissionCache<Destination?>())
    /// How many questions of the inspector are being answered.
    let questionCount = Locked(0)
    let streams = Locked(StreamCounts())
    let durations = Locked(RequestDurations())
    let evaluations = Locked(EvaluationCounts())
    let connectionCount = Locked(0)
    private let limiter: Locked<RateLimiter>?
    private let access: Locked<Access>
    /// Whether the server is about to end.
    let isEnding = Locked(false)

    /// The keys that requests need, and how often they were replaced.
    private struct Access: Sendable {
        var keys: AccessKeys?
        var replacementCount = 0
    }

    package init(_ configuration: ServiceConfiguration, slots: [DocumentSlot]) {
        self.configuration = configuration
        access = Locked(Access(keys: configuration.keys))
        self.slots = slots
        limiter = configuration.limits.requestsPerSecond.map { Locked(RateLimiter(requestsPerSecond: $0)) }
    }

    /// The result of ``admit(_:in:at:)``.
    package enum Admission: Sendable {
        case refused(ServerResponse)
        case admitted(AdmittedRequest)
    }

    /// A request whose body may be read.
    package struct AdmittedRequest: Sendable {
        let head: RequestHead
        let route: Route
        /// The setting that the path names.
        let key: String?
        let slot: DocumentSlot?
        /// The role of the client.
        let role: AccessRole

        /// The bytes that its body may have.
        package let bodyLimit: Int

        /// Whether the answer can take seconds, so that it is computed on a thread of its own.
        package var isQuestion: Bool { if case .question = route.endpoint { true } else { false } }
    }

    /// Notes how long it took to answer a request.
    package func note(_ duration: Duration, of request: AdmittedRequest) {
        durations.withLock { $0.add(duration, request.route) }
    }

    /// Notes how many connections are open, without streams.
    package func note(connectionCount: Int) { self.connectionCount.withLock { $0 = connectionCount } }

    /// Whether an address is that of a trusted proxy, which the limits for a client do not apply to.
    package func isTrusted(_ address: String) -> Bool { configuration.trustedProxies.contains(address) }

    /// Tells load balancers to leave this server out: it is not ready any more. Requests are answered as before.
    package func announceEnd() { isEnding.withLock { $0 = true } }

    /// Uses other keys from now on. Streams of events end, so that their clients show their keys again.
    package func replaceKeys(by keys: AccessKeys) {
        access.withLock { access in
            access.keys = keys
            access.replacementCount += 1
        }
    }

    /// Decides from the head of a request whether it is answered.
    package func admit(_ head: RequestHead, in scope: ServiceScope = .everything, at time: ServerTime) -> Admission {
        do throws(Refusal) {
            try check(head)
            var destination = try destination(of: head)
            if scope == .server, destination?.route.subject != .server { destination = nil }
            if let preflight = configuration.origins.preflight(head) { return .refused(counted(preflight, nil)) }
            if destination?.route.isLimited ?? true { try takeToken(head, at: time) }
            let role = try role(of: head, for: destination?.route, destination?.slot)
            guard let destination else {
                throw .notFound("expected a path such as /ofrep/v1/evaluate/flags, /v1/document or /healthz")
            }
            try checkMethod(head, destination.route)
            try checkOrigin(head, destination.route)
            let bodyLimit = configuration.limits.bodyByteCount
            guard (head.contentLength ?? 0) <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
            return .admitted(
                AdmittedRequest(
                    head: head, route: destination.route, key: destination.key, slot: destination.slot, role: role,
                    bodyLimit: bodyLimit))
        } catch {
            return .refused(refuse(error, head))
        }
    }

    /// The response to an admitted request whose body has more bytes than its limit.
    package func refuseBody(of request: AdmittedRequest) -> ServerResponse {
        refuse(.bodyTooLarge(limit: request.bodyLimit), request.head, request.route)
    }

    /// The response to a request whose answer would take more memory than the server allows.
    package func respondWithoutMemory(to request: AdmittedRequest) -> ServerResponse {
        refuse(.tooMuchUnread, request.head, request.route).endingConnection()
    }

    /// The response to a question that waits for longer than ``questionTimeLimit``.
    package func respondLate(to request: AdmittedRequest) -> ServerResponse {
        refuse(.takesTooLong(limit: Self.questionTimeLimit), request.head, request.route)
    }

    /// The response to a question that cannot be answered now: the server is about to end, or the system has no threads.
    package func respondBusy(to request: AdmittedRequest) -> ServerResponse {
        refuse(.inspecting, request.head, request.route)
    }

    /// How long the client of a question waits for its answer.
    package static let questionTimeLimit = Duration.seconds(10)

    /// The response to a request that the server has no room for, which ends the connection.
    ///
    /// A full server is alive, and monitoring needs its metrics: requests about the server itself are answered.
    package func respondWithoutRoom(to head: RequestHead, at time: ServerTime) -> ServerResponse {
        guard !head.mayHaveBody, let destination = try? destination(of: head), destination.route.subject == .server
        else {
            return refuse(.overloaded, head)
        }
        switch admit(head, at: time) {
        case .refused(let response): return response.endingConnection()
        case .admitted(let request): return respond(to: request, body: [], at: time).endingConnection()
        }
    }

    /// What all answers depend on besides contexts. While it is the same, no stream has an event.
    package func state(at date: Instant) -> [String?] { slots.map { $0.document?.state(at: date) } }

    /// Answers a request.
    package func respond(to request: AdmittedRequest, body: [UInt8], at time: ServerTime) -> ServerResponse {
        do throws(Refusal) {
            let response = try answer(request, body: body, at: time)
            return counted(response.adding(configuration.origins.fields(for: request.head)), request.route)
        } catch {
            return refuse(error, request.head, request.route)
        }
    }

    private func answer(
        _ request: AdmittedRequest, body: [UInt8], at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        switch request.route.endpoint {
        case .events:
            guard let slot = request.slot, slot.document != nil else { throw .notReady }
            let events = request.head.method == .head ? nil : try stream(in: slot, request.head, at: time)
            return .stream(events, fields: [Self.uncached, HeaderField("X-Accel-Buffering", "no")])
        case .health: return .json(Array(#"{"status":"ok"}"#.utf8), fields: [Self.uncached])
        case .readiness: return readiness(at: time)
        case .metrics: return metrics(at: time)
        case .flag:
            guard let slot = request.slot, let document = slot.document else { throw .notReady }
            let response = try evaluate(request.key ?? "", of: document, body, at: time)
            // After the answer, so that names that are no settings get no label.
            evaluations.withLock { $0.add(request.key ?? "", of: slot.name) }
            return response
        case .flags:
            guard let slot = request.slot, let document = slot.document else { throw .notReady }
            return try evaluateAll(of: document, in: slot, body, request.head, at: time)
        case .document:
            guard let document = request.slot?.document else { throw .notReady }
            return self.document(document, request.head)
        case .resolve:
            guard let slot = request.slot, let document = slot.document else { throw .notReady }
            return try resolve(document, of: slot, body, request.role, at: time)
        case .inspectorPage: return try inspectorPage()
        case .inspectorAddress: return try inspectorRedirect(request.head)
        case .question(let question):
            guard let slot = request.slot else { throw .notReady }
            return try inspect(question, in: slot, body, at: time)
        }
    }

    /// The stream of a request, if there is room for it.
    private func stream(
        in slot: DocumentSlot, _ head: RequestHead, at time: ServerTime
    ) throws(Refusal) -> EventStream {
        let client = configuration.trustedProxies.client(of: head)
        let limits = configuration.limits
        let replacementCount = access.withLock { $0.replacementCount }
        guard streams.withLock({ $0.begin(for: client, limits) }) else { throw .tooManyStreams }
        return EventStream(
            slot, lastEventID: head.value(of: "last-event-id"), at: time.monotonic,
            lifetime: configuration.streamLifetime(),
            isRevoked: { [access] in
                access.withLock { $0.replacementCount } != replacementCount
            }, onEnd: { [streams] in streams.withLock { $0.end(for: client) } })
    }

    static let uncached = HeaderField("Cache-Control", "no-store")
}

// MARK: Admission

extension FlagService {
    private func check(_ head: RequestHead) throws(Refusal) {
        let limit = configuration.limits.headByteCount
        guard head.byteCount < .max else { throw .tooManyFields }
        guard head.byteCount <= limit else { throw .headTooLarge(limit: limit) }
        try head.checkFraming()
    }

    /// What a path names.
    private struct Destination: Sendable {
        let route: Route
        /// The setting, if the route is about one.
        let key: String?
        /// The document, if the route is about one.
        let slot: DocumentSlot?
    }

    /// What the target names if the host is allowed; `nil` if that is nothing.
    private func destination(of head: RequestHead) throws(Refusal) -> Destination? {
        let field = head.value(of: "host")
        if let known = admissions.withLock({ $0[field, head.target] }) { return known }
        var host: HostName?
        if let field {
            host = HostName(field)
            guard host != nil else {
                throw .badRequest("the Host field is not a host, expected HOST or HOST:PORT")
            }
        }
        let target = try RequestTarget(head.target)
        let found = try destination(of: target)
        // HTTP/1.0 clients may name no host. Browsers, whose pages the check keeps away, always do. Probes name addresses that
        // nobody can list in advance.
        if let host = target.host ?? host, found?.route.subject != .server {
            guard configuration.hosts.contains(host) else { throw .misdirected }
        }
        admissions.withLock { $0.insert(found, host: field, target: head.target) }
        return found
    }

    private func destination(of target: RequestTarget) throws(Refusal) -> Destination? {
        let path = try RequestPath(target.path).components
        if let slot = slots.first, slot.name.isEmpty {
            guard let (route, key) = Route.find(path[...]) else { return nil }
            return Destination(route: route, key: key, slot: route.subject == .server ? nil : slot)
        }
        // A server with several documents has their names in front of the paths.
        let slot = slots.first { $0.name == path.first }
        guard let (route, key) = Route.find(slot == nil ? path[...] : path.dropFirst()),
            route.subject != (slot == nil ? .document : .server)
        else { return nil }
        return Destination(route: route, key: key, slot: slot)
    }

    private func takeToken(_ head: RequestHead, at time: ServerTime) throws(Refusal) {
        guard let limiter, let client = configuration.trustedProxies.client(of: head) else { return }
        let wait = limiter.withLock { $0.take(for: client, at: time.monotonic) }
        if let wait { throw .tooManyRequests(retryAfter: wait) }
    }

    /// The role of the client. Without a key, an unknown path looks like any other.
    private func role(
        of head: RequestHead, for route: Route?, _ slot: DocumentSlot?
    ) throws(Refusal) -> AccessRole {
        guard let keys = access.withLock({ $0.keys }) else { return .inspect }
        if let route, route.role == nil { return .evaluate }
        guard let role = keys.role(of: head, for: slot?.name) else { throw .unauthorized }
        if let needed = route?.role, !role.includes(needed) { throw .forbidden(role: needed.rawValue) }
        return role
    }

    private func checkMethod(_ head: RequestHead, _ route: Route) throws(Refusal) {
        switch head.method {
        case .post where route.isPosted: break
        case .get where !route.isPosted, .head where !route.isPosted: break
        default: throw .methodNotAllowed(route.isPosted ? "POST" : "GET, HEAD")
        }
    }

    /// Refuses questions of the inspector that other web pages ask: a page needs no permission for simple requests, whose
    /// answers it cannot read, but which cost time.
    ///
    /// Standard: Fetch, *Origin header*; W3C, *Fetch Metadata Request Headers*.
    private func checkOrigin(_ head: RequestHead, _ route: Route) throws(Refusal) {
        guard case .question = route.endpoint else { return }
        guard !configuration.origins.allow(head) else { return }
        let isForeign: Bool
        if let site = head.value(of: "sec-fetch-site") {
            isForeign = site != "same-origin" && site != "none"
        } else if let origin = head.value(of: "origin") {
            isForeign = origin.parts(separatedBy: "/").last.map { String($0) } != head.value(of: "host")
        } else {
            isForeign = false
        }
        if isForeign { throw .foreignOrigin }
    }

    private func refuse(_ refusal: Refusal, _ head: RequestHead, _ route: Route? = nil) -> ServerResponse {
        // A head that is ambiguous may still name a setting.
        let destination = (try? RequestTarget(head.target)).flatMap { try? self.destination(of: $0) }
        // OFREP says nothing about the bodies of other statuses.
        let isProtocol =
            (destination?.route.endpoint == .flag || destination?.route.endpoint == .flags)
            && [400, 404, 500].contains(refusal.status)
        let response = ServerResponse(refusal, key: destination?.key, isProtocol: isProtocol)
        return counted(response.adding(configuration.origins.fields(for: head)), route)
    }

    private func counted(_ response: ServerResponse, _ route: Route?) -> ServerResponse {
        let status = response.status
        counts.withLock { $0.add(route, status) }
        return response
    }
}
