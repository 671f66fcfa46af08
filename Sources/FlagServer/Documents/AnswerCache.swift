import FlagResolver

/// Answers of one document, by the bytes of the request.
///
/// Clients poll with the same context, so that most answers, and nearly all entity tags, are needed again. An answer is kept
/// until a schedule can change it. The size is bounded: when it is reached, all are forgotten.
struct AnswerCache: Sendable {
    struct Answer: Sendable {
        let body: [UInt8]
        /// Empty for the value of a single setting.
        let entityTag: String
        /// The first instant at which the answer can differ; `nil` if there is none.
        let nextChange: Instant?
        /// The date for which it was computed.
        let instant: Instant
    }

    /// The bytes of a request, hashed all at once: an array hashes its elements one by one.
    private struct Key: Sendable, Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var answers: [Key: Answer] = [:]
    private var byteCount = 0

    static let mostBytes = 32 << 20

    /// The answer to a request; `nil` if there is none for this time.
    func answer(to request: [UInt8], at now: Instant) -> Answer? {
        guard let answer = answers[Key(bytes: request)], answer.instant <= now else { return nil }
        guard answer.nextChange.map({ now < $0 }) ?? true else { return nil }
        return answer
    }

    mutating func insert(_ answer: Answer, for request: [UInt8]) {
        let size = request.count + answer.body.count + 256
        guard size <= Self.mostBytes / 8 else { return }
        if let old = answers.removeValue(forKey: Key(bytes: request)) {
            byteCount -= request.count + old.body.count + 256
        }
        if byteCount + size > Self.mostBytes {
            answers = [:]
            byteCount = 0
        }
        answers[Key(bytes: request)] = answer
        byteCount += size
    }
}
