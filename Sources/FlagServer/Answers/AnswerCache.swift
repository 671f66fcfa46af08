import FlagResolver

/// Answers of one document, by the bytes of the request.
///
/// Clients poll with the same context, so that most answers, and nearly all entity tags, are needed again.
///
/// 1. An answer is kept when its request comes for the second time: keeping answers that are never needed again costs
///    more than computing them.
/// 2. It is kept until a schedule can change it.
/// 3. The size is bounded for all documents of a server together: each has the same share. When it is used up, all answers
///    are dropped.
/// 4. Large answers are shared: a response does not copy them.
struct AnswerCache: Sendable {
    struct Answer: Sendable {
        var body: ResponseBody
        /// `nil` for the value of a single setting.
        let entityTag: String?
        /// The first instant at which the answer can differ; `nil` if there is none.
        let nextChange: Instant?
        /// The date for which it was computed.
        let instant: Instant
    }

    struct Request: Sendable, Hashable {
        /// The setting whose value is asked for; `nil` for the values of all settings.
        let setting: SettingIndex?
        let body: [UInt8]

        /// The bytes are hashed all at once: an array hashes its elements one by one.
        func hash(into hasher: inout Hasher) {
            hasher.combine(setting)
            unsafe body.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var answers: [Request: Answer] = [:]
    private var byteCount = 0
    /// A filter of the requests that came once: the low part of a hash chooses the slot, which holds the next part.
    private var seen = [UInt32](repeating: 0, count: Self.seenCount)

    private let byteLimit: Int

    /// The bytes of all documents of a server.
    static let maximumByteCount = 32 << 20
    /// Copying an answer of this size costs less than sharing it.
    private static let maximumCopiedByteCount = 4 << 10
    /// A power of two.
    private static let seenCount = 1 << 15

    init(byteLimit: Int = Self.maximumByteCount) {
        self.byteLimit = byteLimit
    }

    /// The answer to a request; `nil` if there is none for this time.
    func answer(to request: Request, at now: Instant) -> Answer? {
        guard let answer = answers[request], answer.instant <= now else { return nil }
        guard answer.nextChange.map({ now < $0 }) ?? true else { return nil }
        return answer
    }

    /// Keeps an answer, unless its request comes for the first time.
    mutating func insert(_ answer: Answer, for request: Request) {
        let size = request.body.count + answer.body.count + 256
        guard isRepeated(request), size <= byteLimit / 8 else { return }
        if let old = answers.removeValue(forKey: request) {
            byteCount -= request.body.count + old.body.count + 256
        }
        if byteCount + size > byteLimit {
            answers = [:]
            byteCount = 0
        }
        var answer = answer
        if !answer.body.isShared {
            // A copy has no unused memory.
            let bytes = answer.body.bytes
            answer.body = bytes.count > Self.maximumCopiedByteCount ? .shared(SharedBytes(bytes)) : .bytes(bytes)
        }
        answers[request] = answer
        byteCount += size
    }

    /// Remembers a request, and tells whether it, or, rarely, another one with a similar hash, was remembered already.
    private mutating func isRepeated(_ request: Request) -> Bool {
        let hash = UInt(bitPattern: request.hashValue)
        let slot = Int(hash % UInt(Self.seenCount))
        // Never 0, which stands for no request.
        let part = UInt32(truncatingIfNeeded: hash / UInt(Self.seenCount)) | 1
        defer { seen[slot] = part }
        return seen[slot] == part
    }
}
