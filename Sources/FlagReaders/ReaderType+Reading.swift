package import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ReaderType {
    /// Whether code that reads this type accepts a value.
    ///
    /// The read of a store decides: the value is read as the type itself, or decoded member by member as the type would be.
    package func accepts(_ node: Int, of tree: JSONTree) -> Bool { problem(reading: node, of: tree) == nil }

    /// Why code that reads this type does not accept a value; `nil` if it does.
    ///
    /// - Complexity: O(*n*) in the length of the value.
    package func problem(reading node: Int, of tree: JSONTree) -> SettingProblem? {
        switch self {
        case .any: return nil
        case .choice(let choice):
            // A raw value is read as a string.
            if let problem = ReaderType.string.problem(reading: node, of: tree) { return problem }
            guard !choice.isOpen, let text = tree.string(at: node), !choice.contains(text) else { return nil }
            return choice.problem(text)
        default: break
        }
        if let type = swiftType {
            guard let scalar = ScalarType(type) else { return Self.problem(reading: node, of: tree, as: type, nil) }
            let isRead = ScalarValue(scalar, at: node, tree.kind(of: node), of: tree) != nil
            return isRead ? nil : SettingProblem(scalar, notAt: node, of: tree)
        }
        return Self.problem(reading: node, of: tree, as: ProbedValue.self, self)?.naming(phrase)
    }

    private static func problem<Value: Decodable>(
        reading node: Int, of tree: JSONTree, as type: Value.Type, _ readerType: ReaderType?
    ) -> SettingProblem? {
        let reader = ValueReader(context: EvaluationContext()) {
            let decoder = JSONDecoder()
            if let readerType { decoder.userInfo[.readerType] = readerType }
            return decoder
        }
        switch reader.read(Value.self, at: node, of: tree) {
        case .success: return nil
        case .failure(let problem): return problem
        }
    }

    /// The type of Swift; `nil` if it has a name that only the code knows.
    private var swiftType: (any Decodable.Type)? {
        switch self {
        case .any, .choice, .object: nil
        case .boolean: Bool.self
        case .integer(let integer): integer.type
        case .number(let number): number.type
        case .string: String.self
        case .array(let element): element.swiftType.map { Self.array(of: $0) }
        case .dictionary(let value): value.swiftType.map { Self.dictionary(of: $0) }
        case .optional(let wrapped): wrapped.swiftType.map { Self.optional($0) }
        }
    }

    private static func array<Element: Decodable>(of type: Element.Type) -> any Decodable.Type { [Element].self }
    private static func dictionary<Value: Decodable>(of type: Value.Type) -> any Decodable.Type { [String: Value].self }
    private static func optional<Wrapped: Decodable>(_ type: Wrapped.Type) -> any Decodable.Type { Wrapped?.self }
}

extension ReaderChoice {
    fileprivate func contains(_ text: String) -> Bool { cases.contains { $0.utf8.elementsEqual(text.utf8) } }

    fileprivate func problem(_ text: String) -> SettingProblem {
        .undecodable(type: "enum", reason: Self.reason(for: text))
    }

    fileprivate static func reason(for text: String) -> String {
        "\(SettingProblem.quoted(text)) is not a case of the enum"
    }
}

extension SettingProblem {
    /// The problem with the type of the code in place of the one that is decoded here.
    fileprivate func naming(_ type: String) -> SettingProblem {
        if case .undecodable(_, let reason) = self { .undecodable(type: type, reason: reason) } else { self }
    }
}

extension CodingUserInfoKey {
    fileprivate static let readerType = CodingUserInfoKey(settingsKey: "readerType")
}

/// A value that is decoded as a ``ReaderType`` says: with the calls that the synthesized code of the type would make.
private struct ProbedValue: Decodable {
    init(from decoder: any Decoder) throws {
        guard let type = decoder.userInfo[.readerType] as? ReaderType else { return }
        try Self.read(type, from: decoder)
    }

    private static func read(_ type: ReaderType, from decoder: any Decoder) throws {
        switch type {
        case .any: break
        case .boolean: _ = try decoder.singleValueContainer().decode(Bool.self)
        case .integer(let integer): try readScalar(integer.type, from: decoder)
        case .number(let number): try readScalar(number.type, from: decoder)
        case .string: _ = try decoder.singleValueContainer().decode(String.self)
        case .choice(let choice):
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard choice.isOpen || choice.contains(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: ReaderChoice.reason(for: text))
            }
        case .array(let element):
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { try read(element, from: container.superDecoder()) }
        case .object(let members):
            let container = try decoder.container(keyedBy: MemberKey.self)
            for member in members { try read(member, from: container) }
        case .dictionary(let value):
            let container = try decoder.container(keyedBy: MemberKey.self)
            for key in container.allKeys { try read(value, from: container.superDecoder(forKey: key)) }
        case .optional(let wrapped):
            guard try !decoder.singleValueContainer().decodeNil() else { return }
            try read(wrapped, from: decoder)
        }
    }

    private static func read(_ member: ReaderType.Member, from container: KeyedDecodingContainer<MemberKey>) throws {
        let key = MemberKey(stringValue: member.name)
        // A decoder may give a missing member as null.
        guard container.contains(key) else {
            if member.type.isOptional { return }
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "the member \(SettingProblem.quoted(member.name)) is missing"))
        }
        try read(member.type, from: container.superDecoder(forKey: key))
    }

    private static func readScalar<Value: Decodable>(_ type: Value.Type, from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(type)
    }

    private struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
