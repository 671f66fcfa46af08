/// What lets the keys of an enum reach members of an object that the enum does not list.
///
/// A container only takes keys of its own type, and asks them for their text. So the text of a ``TolerantCodingKey`` can
/// be another one for the length of a single look into a container. No value is decoded meanwhile, so that models which
/// contain themselves are not confused.
enum KeySpelling {
    /// What every tolerant key says it is; `nil` outside of a look into a container.
    @TaskLocal static var current: String?

    /// Where tolerant keys write down the text that they are asked to represent; `nil` unless keys are being listed.
    @TaskLocal static var listing: KeyListing?

    /// The steps of the coding path that were spelled otherwise in the document, by their depth.
    @TaskLocal static var steps: [Int: String] = [:]
}

/// The keys of an object, as its container offers them.
final class KeyListing: Sendable {
    private let collected = Locked<[String]>([])

    func add(_ key: String) {
        collected.withLock { $0.append(key) }
    }

    var keys: [String] {
        collected.withLock { $0 }
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// All keys of the object, in no particular order.
    ///
    /// - Complexity: O(*n*) for *n* keys.
    func allSpellings() -> [String] {
        let listing = KeyListing()
        KeySpelling.$listing.withValue(listing) { _ = allKeys }
        return listing.keys
    }

    func contains(_ key: Key, spelled spelling: String) -> Bool {
        KeySpelling.$current.withValue(spelling) { contains(key) }
    }

    /// Decodes the value that stands under another spelling of a key; errors and issues name that spelling.
    func decode<Value>(
        _ key: Key,
        spelled spelling: String,
        _ body: (any Decoder) throws -> Value
    ) throws -> Value {
        let decoder = try KeySpelling.$current.withValue(spelling) { try superDecoder(forKey: key) }
        let depth = codingPath.count
        var steps = KeySpelling.steps
        steps[depth] = spelling
        return try KeySpelling.$steps.withValue(steps) {
            do {
                return try body(decoder)
            } catch let error as DecodingError {
                throw error.respelled(spelling, at: depth)
            }
        }
    }
}

extension DecodingError {
    /// The same error with one step of its path as it is spelled in the document.
    func respelled(_ spelling: String, at depth: Int) -> DecodingError {
        guard let context, context.codingPath.indices.contains(depth) else { return self }
        var path = context.codingPath
        path[depth] = DynamicKey(spelling)
        return with(
            Context(
                codingPath: path,
                debugDescription: context.debugDescription,
                underlyingError: context.underlyingError
            ))
    }

    private func with(_ context: Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}
