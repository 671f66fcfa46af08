import FlagResolver

extension FlagService {
    /// The document's own bytes, which do not depend on the date.
    func document(_ document: ServedDocument, _ head: RequestHead) -> ServerResponse {
        let age = configuration.maximumAge
        let caching =
            age > 0
            ? "public, max-age=\(age), stale-while-revalidate=\(age), stale-if-error=86400"
            : "public, no-cache, stale-if-error=86400"
        let fields = [HeaderField("ETag", document.entityTag), HeaderField("Cache-Control", caching)]
        guard !EntityTags.head(head, names: document.entityTag) else {
            return ServerResponse(status: 304, fields: fields)
        }
        return .json(.shared(document.bytes), fields: fields)
    }

    /// Whether every source has a document, with its version and age.
    func readiness(at time: ServerTime) -> ServerResponse {
        let states = slots.map { ($0.name, $0.current) }
        let isEnding = isEnding.withLock { $0 }
        let isReady = !isEnding && states.allSatisfy { $1.document != nil }
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: "ready")
        writer.write(isReady)
        if isEnding {
            writer.write(key: "ending")
            writer.write(true)
        }
        writer.write(key: "documents")
        writer.beginArray()
        for (name, current) in states { Self.write(name, current, at: time, to: &writer) }
        writer.endArray()
        writer.endObject()
        return ServerResponse(
            status: isReady ? 200 : 503, fields: [Self.uncached], content: .bytes(writer.bytes),
            mediaType: "application/json")
    }

    private static func write(
        _ name: String, _ current: (document: ServedDocument?, status: DocumentStatus), at time: ServerTime,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        if !name.isEmpty {
            writer.write(key: "name")
            writer.write(name)
        }
        if let document = current.document {
            writer.write(key: "etag")
            writer.write(document.entityTag)
            if let version = document.settings.documentVersion {
                writer.write(key: "documentVersion")
                writer.write(version)
            }
        }
        if let age = current.status.age(at: time.monotonic) {
            writer.write(key: "ageSeconds")
            writer.write(age)
        }
        if current.status.lastRejection != nil {
            // The reason can contain paths and text of the document; it goes to standard error.
            writer.write(key: "lastUpdateFailed")
            writer.write(true)
        }
        writer.endObject()
    }

    /// All metrics of the server.
    func metrics(at time: ServerTime) -> ServerResponse {
        var metrics = MetricsText()
        metrics.begin("flagctl_requests_total", "counter", "Answered requests by route and status.")
        for (route, status, count) in counts.withLock({ $0.sorted }) {
            metrics.write("flagctl_requests_total", [("route", route), ("status", "\(status)")], Int64(count))
        }
        metrics.begin(
            "flagctl_request_duration_seconds", "histogram", "The time to answer a request, without sending it.")
        for (route, histogram) in durations.withLock({ $0.sorted }) {
            for (count, (text, _)) in zip(histogram.counts, RequestDurations.bounds) {
                metrics.write(
                    "flagctl_request_duration_seconds_bucket", [("route", route), ("le", text)], Int64(count))
            }
            metrics.write(
                "flagctl_request_duration_seconds_bucket", [("route", route), ("le", "+Inf")], Int64(histogram.count))
            metrics.write("flagctl_request_duration_seconds_sum", [("route", route)], histogram.sum)
            metrics.write("flagctl_request_duration_seconds_count", [("route", route)], Int64(histogram.count))
        }
        metrics.begin(
            "flagctl_flag_evaluations_total", "counter",
            "Answers about single settings; beyond 1,000 settings, those without a label of their own.")
        let evaluations = evaluations.withLock { $0 }
        for (document, setting, count) in evaluations.sorted {
            metrics.write(
                "flagctl_flag_evaluations_total", [("document", document), ("setting", setting)], Int64(count))
        }
        if evaluations.others > 0 {
            metrics.write("flagctl_flag_evaluations_total", [], Int64(evaluations.others))
        }
        metrics.begin("flagctl_connections", "gauge", "The open connections, without streams of events.")
        metrics.write("flagctl_connections", [], Int64(connectionCount.withLock { $0 }))
        metrics.begin("flagctl_streams", "gauge", "The open streams of events.")
        metrics.write("flagctl_streams", [], Int64(streams.withLock { $0.count }))
        let states = slots.map { slot in
            let (document, status) = slot.current
            return (slot.name, document, status)
        }
        metrics.begin("flagctl_document_ready", "gauge", "Whether the source has a document.")
        for (name, document, _) in states {
            metrics.write("flagctl_document_ready", [("document", name)], document == nil ? 0 : 1)
        }
        metrics.begin("flagctl_document_info", "gauge", "The entity tag and the version of the document; always 1.")
        for (name, document, _) in states {
            guard let document else { continue }
            let version = document.settings.documentVersion.map { "\($0)" } ?? ""
            metrics.write(
                "flagctl_document_info",
                [("document", name), ("etag", document.entityTag), ("version", version)], 1)
        }
        metrics.begin("flagctl_document_settings", "gauge", "The settings of the document.")
        for (name, document, _) in states {
            metrics.write(
                "flagctl_document_settings", [("document", name)], Int64(document?.settings.count ?? 0))
        }
        metrics.begin("flagctl_document_age_seconds", "gauge", "The time since the source last had the document.")
        for (name, _, status) in states {
            guard let age = status.age(at: time.monotonic) else { continue }
            metrics.write("flagctl_document_age_seconds", [("document", name)], age)
        }
        metrics.begin("flagctl_document_changes_total", "counter", "How often the document was replaced.")
        for (name, _, status) in states {
            metrics.write("flagctl_document_changes_total", [("document", name)], Int64(status.changeCount))
        }
        metrics.begin(
            "flagctl_document_failures_total", "counter", "How often the source failed, or its document was rejected.")
        for (name, _, status) in states {
            metrics.write("flagctl_document_failures_total", [("document", name)], Int64(status.rejectionCount))
        }
        return ServerResponse(
            fields: [Self.uncached], content: .bytes(Array(metrics.text.utf8)),
            mediaType: "text/plain; version=0.0.4; charset=utf-8")
    }
}
