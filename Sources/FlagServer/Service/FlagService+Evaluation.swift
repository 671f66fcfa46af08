import FlagResolver

extension FlagService {
    /// The value of one setting.
    func evaluate(
        _ key: String, of document: ServedDocument, _ body: [UInt8], at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        let request = Self.request(for: key, body)
        let answer: AnswerCache.Answer
        if let known = document.answers.withLock({ $0.answer(to: request, at: time.date) }) {
            answer = known
        } else {
            answer = try self.answer(for: key, of: document, try context(in: body, at: time), at: time)
            document.answers.withLock { $0.insert(answer, for: request) }
        }
        return .json(answer.body, fields: [caching("private", until: answer.nextChange, at: time)])
    }

    /// What identifies the answer to a request for one setting.
    ///
    /// No name in a path has a null byte, and no body of another request begins with a name.
    private static func request(for key: String, _ body: [UInt8]) -> [UInt8] {
        var request: [UInt8] = []
        request.reserveCapacity(key.utf8.count + 1 + body.count)
        request.append(contentsOf: key.utf8)
        request.append(0)
        request.append(contentsOf: body)
        return request
    }

    private func answer(
        for key: String, of document: ServedDocument, _ context: EvaluationContext, at time: ServerTime
    ) throws(Refusal) -> AnswerCache.Answer {
        guard let setting = document.settings.index(named: key) else { throw .unknownFlag(key) }
        let resolution = document.settings.resolve(setting, for: context)
        let flags = FlagWriter(document: document, context: context)
        guard resolution.value != nil else { throw flags.refusal(for: setting, resolution) }
        var writer = JSONWriter(reserving: 256)
        flags.write(setting, resolution, to: &writer)
        // A date of the client's own choice stands still.
        let nextChange = context.instant == time.date ? document.settings.nextChange(of: setting, for: context) : nil
        return AnswerCache.Answer(body: writer.bytes, entityTag: "", nextChange: nextChange, instant: time.date)
    }

    /// The values of all settings, with an entity tag.
    func evaluateAll(
        of document: ServedDocument, in slot: DocumentSlot, _ body: [UInt8], _ head: RequestHead, at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        let known = document.answers.withLock { $0.answer(to: body, at: time.date) }
        let answer: AnswerCache.Answer
        if let known {
            answer = known
        } else {
            answer = allValues(of: document, in: slot, for: try context(in: body, at: time), at: time)
            document.answers.withLock { $0.insert(answer, for: body) }
        }
        let fields = [
            HeaderField("ETag", answer.entityTag), caching("private", until: answer.nextChange, at: time),
        ]
        guard !EntityTags.head(head, names: answer.entityTag) else {
            return ServerResponse(status: 304, fields: fields)
        }
        return .json(answer.body, fields: fields)
    }

    private func allValues(
        of document: ServedDocument, in slot: DocumentSlot, for context: EvaluationContext, at time: ServerTime
    ) -> AnswerCache.Answer {
        let flags = FlagWriter(document: document, context: context)
        var writer = JSONWriter(reserving: document.sorted.count * 96 + 64)
        writer.beginObject()
        writer.write(key: "flags")
        writer.beginArray()
        for (setting, resolution) in zip(document.sorted, document.settings.resolve(document.sorted, for: context)) {
            flags.write(setting, resolution, to: &writer)
        }
        writer.endArray()
        writer.write(key: "metadata")
        writer.beginObject()
        if let version = document.settings.documentVersion {
            writer.write(key: "documentVersion")
            writer.write(raw: Array("\(version)".utf8))
        }
        writer.endObject()
        writeEventStreams(of: slot, to: &writer)
        writer.endObject()
        // A date of the client's own choice stands still.
        let nextChange =
            context.instant == time.date ? document.settings.nextChange(for: context) : nil
        return AnswerCache.Answer(
            body: writer.bytes, entityTag: EntityTags.tag(of: writer.bytes), nextChange: nextChange, instant: time.date)
    }

    /// Names the address at which a client learns of changes.
    private func writeEventStreams(of slot: DocumentSlot, to writer: inout JSONWriter) {
        guard let address = configuration.publicAddress else { return }
        writer.write(key: "eventStreams")
        writer.beginArray()
        writer.beginObject()
        writer.write(key: "type")
        writer.write("sse")
        writer.write(key: "url")
        writer.write("\(address)\(slot.name.isEmpty ? "" : "/\(slot.name)")/v1/events")
        writer.endObject()
        writer.endArray()
    }

    /// All values as `flagctl resolve --format json` prints them.
    func resolve(
        _ document: ServedDocument, of slot: DocumentSlot, _ body: [UInt8], _ role: AccessRole, at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        let body = try EvaluationBody(
            parsing: body, limits: configuration.limits, allowsDate: configuration.allowsDate, now: time.date)
        guard !body.isExplained || role.includes(.inspect) else { throw .forbidden(role: AccessRole.inspect.rawValue) }
        let bytes = configuration.writeValues(
            ValuesRequest(
                document: document.settings, source: slot.source, context: body.context,
                isExplained: body.isExplained))
        let nextChange = document.settings.nextChange(for: body.context)
        return .json(bytes, fields: [privateCaching(until: nextChange, of: body.context, at: time)])
    }

    private func context(in body: [UInt8], at time: ServerTime) throws(Refusal) -> EvaluationContext {
        try EvaluationBody(
            parsing: body, limits: configuration.limits, allowsDate: configuration.allowsDate, now: time.date
        ).context
    }

    private func privateCaching(
        until nextChange: Instant?, of context: EvaluationContext, at time: ServerTime
    ) -> HeaderField {
        caching("private", until: context.instant == time.date ? nextChange : nil, at: time)
    }

    /// How long an answer may be kept: never until or beyond the instant at which it can change.
    func caching(_ scope: String, until nextChange: Instant?, at time: ServerTime) -> HeaderField {
        var seconds = configuration.maximumAge
        if let nextChange {
            // A fraction of a second before the change counts as nothing.
            let wholeSeconds = nextChange.seconds.subtractingReportingOverflow(time.date.seconds)
            let left = wholeSeconds.overflow ? Int64.max : wholeSeconds.partialValue
            let isFraction = nextChange.nanoseconds < time.date.nanoseconds
            seconds = min(seconds, Int(clamping: max(0, left &- (isFraction ? 1 : 0))))
        }
        return HeaderField("Cache-Control", seconds > 0 ? "\(scope), max-age=\(seconds)" : "\(scope), no-cache")
    }
}
