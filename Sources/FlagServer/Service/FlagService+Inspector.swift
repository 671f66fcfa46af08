import FlagResolver

extension FlagService {
    /// The page of the inspector, which may load and run nothing but what it contains.
    ///
    /// Standard: Content Security Policy Level 3.
    func inspectorPage() throws(Refusal) -> ServerResponse {
        guard let inspector = configuration.inspector else { throw .notFound("the server has no inspector") }
        let nonce = configuration.makeNonce()
        let policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:;"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
            + " require-trusted-types-for 'script'; trusted-types matrix"
        return ServerResponse(
            fields: [
                Self.uncached, HeaderField("Content-Security-Policy", policy), HeaderField("X-Frame-Options", "DENY"),
                HeaderField("Referrer-Policy", "no-referrer"), HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
                HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
            ],
            content: .bytes(inspector.page(nonce: nonce)), mediaType: "text/html; charset=utf-8")
    }

    /// Leads from `/tv` to `/tv/`, to which the page's questions are relative.
    ///
    /// The address is relative, too: a proxy may have a path in front of it. It begins with `./`, because a name may look like
    /// the scheme of an address.
    func inspectorRedirect(_ head: RequestHead) throws(Refusal) -> ServerResponse {
        guard configuration.inspector != nil else { throw .notFound("the server has no inspector") }
        let path = try RequestTarget(head.target).path.utf8.prefix { $0 != UInt8(ascii: "?") }
        let name = path.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
        let address = "./\(String(decoding: Array(name), as: UTF8.self))/"
        return ServerResponse(status: 308, fields: [Self.uncached, HeaderField("Location", address)])
    }

    /// Answers a question of the inspector. Few are answered at a time.
    func inspect(
        _ subject: Route.Question, in slot: DocumentSlot, _ body: [UInt8], at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        guard let inspector = configuration.inspector else { throw .notFound("the server has no inspector") }
        guard let history = slot.history else { throw .notReady }
        let question: InspectorQuestion =
            switch subject {
            case .document: .document
            case .change: .change
            case .setting, .users, .matrix:
                try InspectorBody(
                    parsing: body, limits: configuration.limits, allowsDate: configuration.allowsDate, now: time.date
                ).question(subject)
            }
        let inspected = InspectedDocument(
            settings: history.document.settings, name: slot.name, source: slot.source,
            entityTag: history.document.entityTag, former: history.former,
            secondsSinceChange: history.status.lastChange.map { max(0, (time.monotonic - $0).components.seconds) },
            allowsDate: configuration.allowsDate)
        guard beginInspecting() else { throw .inspecting }
        defer { questionCount.withLock { $0 -= 1 } }
        let answer = try inspector.answer(question, about: inspected)
        return .json(answer, fields: [Self.uncached])
    }

    private static let maximumQuestionCount = 2

    /// - Returns: Whether few enough questions are being answered.
    private func beginInspecting() -> Bool {
        questionCount.withLock { count in
            guard count < Self.maximumQuestionCount else { return false }
            count += 1
            return true
        }
    }
}
