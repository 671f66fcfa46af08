import FlagReaders
import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a type asks a decoder for.
///
/// The type is decoded once, from values that are made up: `false`, `0`, empty text, one element. What cannot be decoded
/// from them has a type that is not known.
final class TypeProbe {
    /// The members of an object, in the order in which they were asked for.
    private(set) var members: [(name: String, probe: TypeProbe)] = []
    /// Whether the value is a `PropertySetting`: a setting, and not a part of the value of one.
    private(set) var isSetting = false
    /// What was asked for first; `nil` if nothing was.
    private var found: ReaderType?
    private var isOptional = false
    /// Whether the type could not be decoded to its end.
    private var isIncomplete = false
    /// Whether the type reads members that it does not name, such as those of a numbered family.
    private(set) var readsUnnamedMembers = false

    private init() {}

    /// The probe of a type.
    static func of<Value: Decodable>(_ type: Value.Type) -> TypeProbe {
        let probe = TypeProbe()
        _ = try? probe.value(of: type, at: [])
        return probe
    }

    /// The type as a record states it.
    var type: ReaderType {
        let type: ReaderType =
            isIncomplete || readsUnnamedMembers
            ? .any
            : found == .object([])
                ? .object(members.map { ReaderType.Member(name: $0.name, type: $0.probe.type) }) : found ?? .any
        return isOptional ? .optional(type) : type
    }

    /// A value of a type, made up, whose parts the type has asked for.
    fileprivate func value<Value: Decodable>(of type: Value.Type, at path: [any CodingKey]) throws -> Value {
        do {
            return try madeUp(type, at: path)
        } catch {
            isIncomplete = true
            throw error
        }
    }

    private func madeUp<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) throws -> Value {
        let known: Any?
        switch type {
        case is URL.Type: known = noting(.string) { URL(string: "https://example.com") }
        // How a decoder reads these depends on its strategy.
        case is Date.Type: known = noting(.any) { Date(timeIntervalSinceReferenceDate: 0) }
        case is Data.Type: known = noting(.any) { Data() }
        case is Decimal.Type: known = noting(.number(.double)) { Decimal(0) }
        case let container as any ProbedContainer.Type: known = try container.probed(by: self, at: path)
        case let choice as any (CaseIterable & RawRepresentable).Type: known = firstCase(of: choice)
        default: known = nil
        }
        if let known, let value = known as? Value { return value }
        return try Value(from: ProbeDecoder(probe: self, codingPath: path))
    }

    private func noting<Value>(_ type: ReaderType, _ value: () -> Value) -> Value {
        note(type)
        return value()
    }

    /// The first case of an enum whose raw values are strings; `nil` for another one.
    private func firstCase<Choice: CaseIterable & RawRepresentable>(of type: Choice.Type) -> Any? {
        let texts = type.allCases.compactMap { $0.rawValue as? String }
        guard let first = type.allCases.first, texts.count == type.allCases.count else { return nil }
        // An enum of generated keys has a case for all other strings.
        let other = (texts.joined() + "?") as? Choice.RawValue
        note(.choice(ReaderChoice(cases: texts, isOpen: other.flatMap { Choice(rawValue: $0) } != nil)))
        return first
    }

    // MARK: What the type asks for

    fileprivate func note(_ type: ReaderType) { found = found ?? type }

    fileprivate func member(_ name: String) -> TypeProbe {
        if let known = members.first(where: { $0.name.hasSameBytes(as: name) }) { return known.probe }
        let probe = TypeProbe()
        members.append((name, probe))
        return probe
    }

    fileprivate func noteOptional() { isOptional = true }

    fileprivate func noteUnnamedMembers() { readsUnnamedMembers = true }

    fileprivate func makeElement() -> TypeProbe { TypeProbe() }

    /// Makes up a value of a part that may be missing.
    fileprivate func wrapped<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) {
        _ = try? value(of: type, at: path)
        noteOptional()
    }

    fileprivate func setting<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey]) throws -> Value {
        isSetting = true
        return try madeUp(type, at: path)
    }
}

/// A type whose own code would ask for nothing, or for the form of JSON instead of the type.
private protocol ProbedContainer {
    static func probed(by probe: TypeProbe, at path: [any CodingKey]) throws -> Self
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    fileprivate static func probed(by probe: TypeProbe, at path: [any CodingKey]) throws -> Wrapped? {
        probe.wrapped(Wrapped.self, at: path)
        return nil
    }
}

extension Dictionary: ProbedContainer where Key == String, Value: Decodable {
    fileprivate static func probed(by probe: TypeProbe, at path: [any CodingKey]) throws -> [String: Value] {
        probe.note(.dictionary(TypeProbe.of(Value.self).type))
        return [:]
    }
}

extension PropertySetting: ProbedContainer where Value: Decodable {
    fileprivate static func probed(by probe: TypeProbe, at path: [any CodingKey]) throws -> PropertySetting<Value> {
        PropertySetting(defaultValue: try probe.setting(Value.self, at: path))
    }
}

// MARK: The decoder

private struct ProbeDecoder: Decoder {
    let probe: TypeProbe
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        probe.note(.object([]))
        return KeyedDecodingContainer(KeyedProbe<Key>(probe: probe, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementProbe(probe: probe, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueProbe(probe: probe, codingPath: codingPath)
    }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: TypeProbe
    let codingPath: [any CodingKey]

    /// Who asks for all keys reads some that depend on the document.
    var allKeys: [Key] {
        probe.noteUnnamedMembers()
        return []
    }

    func contains(_ key: Key) -> Bool {
        _ = probe.member(key.stringValue)
        return true
    }

    /// Who asks has an answer for null: `decodeIfPresent` of a scalar, too.
    func decodeNil(forKey key: Key) throws -> Bool {
        probe.member(key.stringValue).noteOptional()
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try probe.member(key.stringValue).value(of: type, at: codingPath + [key])
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        probe.member(key.stringValue).wrapped(type, at: codingPath + [key])
        return nil
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ProbeDecoder(probe: probe, codingPath: codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ProbeDecoder(probe: probe.member(key.stringValue), codingPath: codingPath + [key])
    }
}

/// An array with one element.
private struct ElementProbe: UnkeyedDecodingContainer {
    let probe: TypeProbe
    let codingPath: [any CodingKey]
    var count: Int? { nil }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let element = probe.makeElement()
        defer { probe.note(.array(element.type)) }
        return try element.value(of: type, at: codingPath)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        currentIndex += 1
        // The type of an element that decodes itself is not known.
        probe.note(.array(.any))
        return ProbeDecoder(probe: probe.member(""), codingPath: codingPath)
    }
}

private struct ValueProbe: SingleValueDecodingContainer {
    let probe: TypeProbe
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }

    func decode(_ type: Bool.Type) throws -> Bool { noting(.boolean, false) }
    func decode(_ type: String.Type) throws -> String { noting(.string, "") }
    func decode(_ type: Double.Type) throws -> Double { noting(.number(.double), 0) }
    func decode(_ type: Float.Type) throws -> Float { noting(.number(.float), 0) }
    func decode(_ type: Int.Type) throws -> Int { noting(.integer(.int), 0) }
    func decode(_ type: Int8.Type) throws -> Int8 { noting(.integer(.int8), 0) }
    func decode(_ type: Int16.Type) throws -> Int16 { noting(.integer(.int16), 0) }
    func decode(_ type: Int32.Type) throws -> Int32 { noting(.integer(.int32), 0) }
    func decode(_ type: Int64.Type) throws -> Int64 { noting(.integer(.int64), 0) }
    func decode(_ type: UInt.Type) throws -> UInt { noting(.integer(.uint), 0) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { noting(.integer(.uint8), 0) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { noting(.integer(.uint16), 0) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { noting(.integer(.uint32), 0) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { noting(.integer(.uint64), 0) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.value(of: type, at: codingPath) }

    private func noting<Value>(_ type: ReaderType, _ value: Value) -> Value {
        probe.note(type)
        return value
    }
}
