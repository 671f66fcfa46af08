import FlagResolver

extension FlagService {
    /// The value of one setting.
    func evaluate(
        _ key: String, of document: ServedDocument, _ body: [UInt8], at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        guard let setting = document.settings.index(named: key) else {
            _ = try context(in: body, at: time)
            throw .unknownFlag(key)
        }
        let request = AnswerCache.Request(setting: setting, body: body)
        let answer: AnswerCache.Answer
        if let known = document.answers.withLock({ $0.answer(to: request, at: time.date) }) {
            answer = known
        } else {
            answer = try self.answer(for: setting, of: document, try context(in: body, at: time), at: time)
            document.answers.withLock { $0.insert(answer, for: request) }
        }
        return .json(answer.body, fields: [caching("private", until: answer.nextChange, at: time)])
    }

    private func answer(
        for setting: SettingIndex, of document: ServedDocument, _ context: EvaluationContext, at time: ServerTime
    ) throws(Refusal) -> AnswerCache.Answer {
        let bytes = try FlagWriter(document: document, context: context).answer(about: setting)
        let nextChange = context.isAt(time) ? document.nextChange(of: setting, for: context) : nil
        return AnswerCache.Answer(body: .bytes(bytes), entityTag: nil, nextChange: nextChange, instant: time.date)
    }

    /// The values of all settings, with an entity tag.
    func evaluateAll(
        of document: ServedDocument, in slot: DocumentSlot, _ body: [UInt8], _ head: RequestHead, at time: ServerTime
    ) throws(Refusal) -> ServerResponse {
        let request = AnswerCache.Request(setting: nil, body: body)
        let answer: AnswerCache.Answer
        if let known = document.answers.withLock({ $0.answer(to: request, at: time.date) }) {
            answer = known
        } else {
            answer = allValues(of: document, in: slot, for: try context(in: body, at: time), body, at: time)
            document.answers.withLock { $0.insert(answer, for: request) }
        }
        var fields = [caching("private", until: answer.nextChange, at: time)]
        if let tag = answer.entityTag {
            fields.insert(HeaderField("ETag", tag), at: 0)
            if EntityTags.head(head, names: tag) { return ServerResponse(status: 304, fields: fields) }
        }
        return .json(answer.body, fields: fields)
    }

    private func allValues(
        of document: ServedDocument, in slot: DocumentSlot, for context: EvaluationContext, _ body: [UInt8],
        at time: ServerTime
    ) -> AnswerCache.Answer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "flags")
        writer.beginArray()
        let start = writer.bytes
        writer.endArray()
        let endOfFlags = writer.bytes.count
        writer.write(key: "metadata")
        writer.beginObject()
        if let version = document.settings.documentVersion {
            writer.write(key: "documentVersion")
            writer.write(version)
        }
        writer.endObject()
        writeEventStreams(of: slot, to: &writer)
        writer.endObject()
        var output = ByteBuilder(reserving: document.texts.expectedByteCount)
        output.append(start)
        FlagWriter(document: document, context: context).writeAnswers(to: &output)
        output.append(Array(writer.bytes[start.count...]))
        let nextChange = context.isAt(time) ? document.nextChange(for: context) : nil
        return AnswerCache.Answer(
            body: .own(output.finish()),
            entityTag: EntityTags.tag(
                of: body, document.state(at: context.instant ?? time.date), Array(writer.bytes[endOfFlags...])),
            nextChange: nextChange, instant: time.date)
    }

    /// Names the address at which a client learns of changes.
    ///
    /// 1. It is relative to the address of the request, unless there is a public one: replicas and proxies all give the same.
    /// 2. There is none if requests need a key, because `EventSource` of browsers cannot send it.
    private func writeEventStreams(of slot: DocumentSlot, to writer: inout JSONWriter) {
        guard configuration.keys == nil else { return }
        writer.write(key: "eventStreams")
        writer.beginArray()
        writer.beginObject()
        writer.write(key: "type")
        writer.write("sse")
        writer.write(key: "endpoint")
        writer.beginObject()
        if let origin = configuration.publicOrigin {
            writer.write(key: "origin")
            writer.write(origin)
        }
        writer.write(key: "requestUri")
        writer.write("\(slot.name.isEmpty ? "" : "/\(slot.name)")/v1/events")
        writer.endObject()
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
        let nextChange = body.context.isAt(time) ? document.nextChange(for: body.context) : nil
        return .json(bytes, fields: [caching("private", until: nextChange, at: time)])
    }

    private func context(in body: [UInt8], at time: ServerTime) throws(Refusal) -> EvaluationContext {
        try EvaluationBody(
            parsing: body, limits: configuration.limits, allowsDate: configuration.allowsDate, now: time.date
        ).context
    }

    /// How long an answer may be kept: it is stale no later than the instant at which it can change.
    func caching(_ scope: String, until nextChange: Instant?, at time: ServerTime) -> HeaderField {
        var seconds = configuration.maximumAge
        if let nextChange {
            // The time until the change is rounded down to whole seconds.
            let wholeSeconds = nextChange.seconds.subtractingReportingOverflow(time.date.seconds)
            let left = wholeSeconds.overflow ? Int64.max : wholeSeconds.partialValue
            let isFraction = nextChange.nanoseconds < time.date.nanoseconds
            seconds = min(seconds, Int(clamping: max(0, left &- (isFraction ? 1 : 0))))
        }
        return HeaderField("Cache-Control", seconds > 0 ? "\(scope), max-age=\(seconds)" : "\(scope), no-cache")
    }
}

extension EvaluationContext {
    /// Whether the date of the context is the server's. A date of the client's own choice stands still, so that schedules
    /// never change the answer.
    fileprivate func isAt(_ time: ServerTime) -> Bool { instant == time.date }
}
