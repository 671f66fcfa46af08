extension SettingProblem {
    /// The problem as the error that a decoder throws; the problem itself stays in it as the underlying error.
    func decodingError(at path: [any CodingKey]) -> DecodingError {
        let context = DecodingError.Context(codingPath: path, debugDescription: message, underlyingError: self)
        return switch self {
        case .missingDefault: .keyNotFound(PropertySettingKey.defaultValue, context)
        case .missingValue: .keyNotFound(PropertyEntryKey.value, context)
        case .missingRequirement: .keyNotFound(PropertyEntryKey.appVersion, context)
        case .entryNotObject: .typeMismatch([String: Any].self, context)
        case .entriesNotArray: .typeMismatch([Any].self, context)
        case .requirementNotText, .numericVersion: .typeMismatch(String.self, context)
        case .missingKey(let key, _): .keyNotFound(DynamicKey(key), context)
        default: .dataCorrupted(context)
        }
    }

    /// The problem that an error stands for, or the error's own words about a value of the given type.
    init(_ error: any Error, decoding type: Any.Type) {
        guard let context = (error as? DecodingError)?.context else {
            self = .undecodable(type: "\(type)", reason: "\(error)")
            return
        }
        if let problem = context.underlyingError as? SettingProblem {
            self = problem
        } else {
            self = .undecodable(type: "\(type)", reason: context.debugDescription)
        }
    }

    /// A problem about an `appVersion` that is neither text nor an array.
    static func notRequirement(found: String) -> SettingProblem {
        found == "a number" ? .numericVersion(text: nil) : .requirementNotText(found: found)
    }
}

extension DecodingError {
    /// What all kinds of decoding errors have in common.
    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}

extension Decoder {
    /// A problem at the place of this decoder. The error that showed it tells the place more exactly, if it has one.
    func problem(_ problem: SettingProblem, replacing error: any Error) -> DecodingError {
        problem.decodingError(at: (error as? DecodingError)?.context?.codingPath ?? codingPath)
    }
}

extension KeyedDecodingContainer {
    /// A problem at this container, at one of its members, or at an element of one.
    func problem(_ problem: SettingProblem, at key: Key? = nil, index: Int? = nil) -> DecodingError {
        var path = codingPath
        if let key { path.append(key) }
        if let index { path.append(PositionKey(index)) }
        return problem.decodingError(at: path)
    }
}

/// A position in an array, as a step of a coding path.
struct PositionKey: CodingKey {
    let position: Int

    init(_ position: Int) {
        self.position = position
    }

    init?(intValue: Int) {
        position = intValue
    }

    init?(stringValue: String) {
        return nil
    }

    var intValue: Int? { position }
    var stringValue: String { "Index \(position)" }
}
