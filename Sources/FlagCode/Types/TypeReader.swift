import FlagResolver

/// Finds the common Swift type of values, and names the types that it consists of.
///
/// 1. All Booleans are `Bool`, all strings `String`, all integral numbers `Int`, other numbers `Double`.
/// 2. The elements of all arrays have one type. So has each member of all objects; one that is absent or `null` somewhere is
///    optional.
/// 3. `null` among other values makes them optional.
/// 4. If all arrays are empty, `elementType` says what their elements are.
/// 5. Everything else has no common type, which is a problem that names the values.
struct TypeReader {
    let tree: JSONTree

    /// What the values belong to, for messages, such as `checkout.limits.rooms`.
    let path: String

    /// What types are named after: the setting, or the key of the member.
    let subject: String

    /// The strings that the values may be; `nil` if they may be any.
    var choices: [String]?

    /// Whether integral numbers are also read as `Double`.
    var isDouble = false

    /// The type that the setting declares for the elements of its arrays.
    var elementType = DeclaredType.none

    /// The common type of values.
    ///
    /// - Parameter taken: The names of types in the declaration around the values. Those of new types are added.
    func type(of nodes: [Int], _ taken: inout Set<SwiftIdentifier>) throws(CodeProblem) -> SwiftType {
        let values = nodes.filter { tree.kind(of: $0) != .null }
        guard let first = values.first else { throw problemOfNothing(nodes) }
        let kind = Kind(tree.kind(of: first))
        if let other = values.first(where: { Kind(tree.kind(of: $0)) != kind }) { throw noCommonType(first, other) }
        let type: SwiftType =
            switch kind {
            case .boolean: .boolean
            case .number: try numberType(of: values)
            case .string: try stringType(at: first, &taken)
            case .array: try arrayType(of: values, at: first, &taken)
            case .object: .structure(try structure(of: values, at: first, &taken))
            case .null: .string
            }
        return values.count < nodes.count ? type.asOptional : type
    }

    private func stringType(at node: Int, _ taken: inout Set<SwiftIdentifier>) throws(CodeProblem) -> SwiftType {
        guard let choices else { return .string }
        return .choice(
            SwiftChoice(
                name: try nameOfType(at: node, &taken), cases: try SwiftChoice.cases(for: choices, at: node, of: tree)))
    }

    private func arrayType(of values: [Int], at first: Int, _ taken: inout Set<SwiftIdentifier>) throws(CodeProblem)
        -> SwiftType
    {
        let elements = values.flatMap { Array(tree.elements(of: $0)) }
        guard !elements.isEmpty else {
            if let type = SwiftType(elementType) { return .array(type) }
            throw CodeProblem(
                "every array of \(SettingProblem.quoted(path)) is empty, so its elements have no type",
                help: elementType == .none
                    ? "declare the type of the elements, such as \"elementType\": \"string\", or add an element"
                    : "add an element to one of its values, such as that of an entry", at: first, of: tree)
        }
        let suffix = subject.hasSuffix(" element") ? "" : " element"
        let reader = TypeReader(
            tree: tree, path: "\(path)[]", subject: subject + suffix, isDouble: elementType == .number)
        return .array(try reader.type(of: elements, &taken))
    }

    private func structure(
        of objects: [Int], at first: Int, _ taken: inout Set<SwiftIdentifier>
    ) throws(CodeProblem) -> SwiftStructure {
        var keys: [[UInt8]] = []
        var values: [[UInt8]: [Int]] = [:]
        for object in objects {
            for (key, value) in tree.members(of: object) {
                let bytes = tree.stringBytes(at: key) ?? []
                if values[bytes] == nil { keys.append(bytes) }
                values[bytes, default: []].append(value)
            }
        }
        let name = try nameOfType(at: first, &taken)
        var identifiers: [SwiftIdentifier: String] = [:]
        var inner: Set<SwiftIdentifier> = []
        let members = try keys.map { (bytes) throws(CodeProblem) in
            let key = String(decoding: bytes, as: UTF8.self)
            let found = values[bytes] ?? []
            // The node of a member's key comes right before that of its value.
            let node = (found.first ?? 1) - 1
            guard let identifier = SwiftIdentifier(member: key) else {
                throw CodeProblem(
                    "the key \(SettingProblem.quoted(key)) of \(SettingProblem.quoted(path)) has no letter or digit, so it has no"
                        + " Swift name",
                    help: "give it a name with a letter or a digit", at: node, of: tree)
            }
            if let other = identifiers.updateValue(key, forKey: identifier) {
                throw CodeProblem(
                    "the keys \(SettingProblem.quoted(other)) and \(SettingProblem.quoted(key)) of"
                        + " \(SettingProblem.quoted(path)) have the same Swift name, \(identifier.text)",
                    help: "rename one of them", at: node, of: tree)
            }
            let reader = TypeReader(tree: tree, path: "\(path).\(key)", subject: key)
            let type = try reader.type(of: found, &inner)
            return SwiftStructure.Member(
                key: key, identifier: identifier, type: found.count < objects.count ? type.asOptional : type)
        }
        return SwiftStructure(name: name, members: members)
    }

    /// A name for the type of the values that no other type in the declaration has.
    private func nameOfType(
        at node: Int, _ taken: inout Set<SwiftIdentifier>
    ) throws(CodeProblem) -> SwiftIdentifier {
        for text in [subject, subject + " value"] {
            guard let identifier = SwiftIdentifier(type: text) else { continue }
            if taken.insert(identifier).inserted { return identifier }
        }
        throw CodeProblem(
            "the type of \(SettingProblem.quoted(path)) would have the same Swift name as another type or group",
            help: "rename one of them", at: node, of: tree)
    }
}

extension SwiftType {
    /// The type of values with a declared type; `nil` if the declaration does not determine it.
    fileprivate init?(_ type: DeclaredType) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .number: self = .double
        case .string: self = .string
        case .none, .array, .object: return nil
        }
    }
}

extension TypeReader {
    /// The types of JSON, with `true` and `false` as one type.
    private enum Kind {
        case null, boolean, number, string, array, object

        init(_ kind: JSONKind) {
            self =
                switch kind {
                case .null: .null
                case .false, .true: .boolean
                case .number: .number
                case .string: .string
                case .array: .array
                case .object: .object
                }
        }
    }

    private func problemOfNothing(_ nodes: [Int]) -> CodeProblem {
        CodeProblem(
            "every value of \(SettingProblem.quoted(path)) is null, so it has no type",
            help: "give it another value somewhere, such as in an entry", at: nodes.first ?? 0, of: tree)
    }

    private func noCommonType(_ first: Int, _ other: Int) -> CodeProblem {
        CodeProblem(
            "the values of \(SettingProblem.quoted(path)) have no common type: \(ValueExcerpt.text(of: other, in: tree)) is"
                + " \(tree.typeName(at: other)), and \(ValueExcerpt.text(of: first, in: tree)) is \(tree.typeName(at: first))",
            help: "write all of them in one type, or use two settings", span: tree.nodes[other].span,
            related: CodeProblem.RelatedLocation(
                span: tree.nodes[first].span, note: "\(ValueExcerpt.text(of: first, in: tree)) is here"))
    }
}

extension TypeReader {
    /// The type of numbers: `Int` if all are integral and fit 32 bits, `Int64` if they fit that, otherwise `Double`.
    func numberType(of values: [Int]) throws(CodeProblem) -> SwiftType {
        if !isDouble, values.allSatisfy({ tree.isIntegral(at: $0) }) {
            let integers = values.compactMap { tree.int64(at: $0) }
            if integers.count == values.count {
                return integers.allSatisfy { Int32(exactly: $0) != nil } ? .integer : .wideInteger
            }
        }
        if let inexact = values.first(where: { tree.double(at: $0) == nil }) {
            throw CodeProblem(
                "\(ValueExcerpt.text(of: inexact, in: tree)), a value of \(SettingProblem.quoted(path)), is not a Swift number:"
                    + " it fits neither Int64 nor, without rounding, Double",
                help: "if it is an identifier, write it as a string", at: inexact, of: tree)
        }
        return .double
    }
}
