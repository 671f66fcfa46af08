extension SettingProblem {
    /// The problem as the error that a decoder throws, with the problem as its underlying error.
    package func decodingError(at path: [any CodingKey]) -> DecodingError {
        decodingError(context(at: path))
    }

    private func decodingError(_ context: DecodingError.Context) -> DecodingError {
        switch self {
        case .missingDefault, .objectWithoutDefault: .keyNotFound(PropertySettingKey.defaultValue, context)
        case .missingValue: .keyNotFound(PropertyEntryKey.value, context)
        case .missingCondition: .keyNotFound(PropertyEntryKey.appVersion, context)
        case .entryNotObject: .typeMismatch([String: Any].self, context)
        case .entriesNotArray: .typeMismatch([Any].self, context)
        case .requirementNotText, .numericVersion: .typeMismatch(String.self, context)
        default: .dataCorrupted(context)
        }
    }

    /// The error to throw for one that was caught while decoding a value.
    ///
    /// Foundation throws an internal error without a path for a number that does not fit its type.
    package static func thrownError(
        for error: any Error, decoding type: Any.Type, at path: @autoclosure () -> [any CodingKey]
    ) -> any Error {
        isAboutNumber(error) ? SettingProblem(error, decoding: type).decodingError(at: path()) : error
    }

    /// The error that strict mode throws for this problem, which is otherwise an issue.
    ///
    /// - Parameter error: The error that caused this problem. Its kind, path and message are kept.
    func strictError(for error: (any Error)?, decoding type: Any.Type, at path: [any CodingKey]) -> DecodingError {
        let error = error.map { $0 as? DecodingError ?? SettingProblem($0, decoding: type).decodingError(at: path) }
        let thrown = error ?? decodingError(at: path)
        guard let context = thrown.context, !(context.underlyingError is StrictProblem) else { return thrown }
        return thrown.replacingContext(
            DecodingError.Context(
                codingPath: context.codingPath.isEmpty ? path : context.codingPath,
                debugDescription: Self.enumReason(context.debugDescription, decoding: type) ?? context.debugDescription,
                underlyingError: StrictProblem(problem: self)))
    }

    /// The path, the message and the problem, for an error of any kind.
    package func context(at path: [any CodingKey]) -> DecodingError.Context {
        DecodingError.Context(codingPath: path, debugDescription: message, underlyingError: self)
    }

    /// The problem with an `appVersion` that is neither a string nor an array.
    static func notRequirement(found: String) -> SettingProblem {
        found == "a number" ? .numericVersion(text: nil) : .requirementNotText(found: found)
    }
}

extension DecodingError {
    /// The code of the problem behind an error that this library threw; `nil` for any other error.
    ///
    /// ```swift
    /// do {
    ///     config = try decoder.decode(RemoteConfig.self, from: data)
    /// } catch let error as DecodingError where error.settingIssueCode == .badRequirement {
    ///     …
    /// }
    /// ```
    ///
    /// In strict mode, every problem that is otherwise an issue is thrown with the code of that issue.
    public var settingIssueCode: SettingIssue.Code? {
        context?.settingProblem?.code
    }
}

extension KeyedDecodingContainer {
    /// The error for a problem with this object, with one of its members, or with an element of a member.
    func error(_ problem: SettingProblem, at key: Key? = nil, index: Int? = nil) -> DecodingError {
        var path = codingPath
        if let key { path.append(key) }
        if let index { path.append(IndexKey(index)) }
        return problem.decodingError(at: path)
    }
}

extension Decoder {
    /// The JSON type of the current value, with its article.
    ///
    /// A decoder does not say what it found, so this tries one type after the other. It is only for error messages.
    package var jsonTypeName: String {
        if let value = try? singleValueContainer() {
            if value.decodeNil() { return "null" }
            if (try? value.decode(Bool.self)) != nil { return "a boolean" }
            if (try? value.decode(Double.self)) != nil { return "a number" }
            if (try? value.decode(String.self)) != nil { return "a string" }
        }
        if (try? container(keyedBy: PropertyEntryKey.self)) != nil { return "an object" }
        // What is not an array can only be a number that no Double represents, such as 1e400.
        return (try? unkeyedContainer()) == nil ? "a number" : "an array"
    }
}

/// A string, or the JSON type of any other value. Decoding never fails, so a list moves on to its next element.
enum StringOrTypeName: Decodable {
    case string(String)
    case other(typeName: String)

    init(from decoder: any Decoder) {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .string(text)
        } else {
            self = .other(typeName: decoder.jsonTypeName)
        }
    }

    var typeName: String {
        switch self {
        case .string: "a string"
        case .other(let typeName): typeName
        }
    }
}
