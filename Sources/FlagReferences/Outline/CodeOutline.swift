import FlagResolver

/// The declarations of a source, as far as they decide what decoding and calls read.
struct CodeOutline: Sendable {
    /// `@Setting("page_size")`
    struct Attribute: Sendable {
        let name: String
        /// The index of the token with its name.
        let token: Int
        /// The index of the parenthesis of its arguments; `nil` if it has none.
        let parenthesis: Int?
    }

    /// A stored property of a type.
    struct Property: Sendable {
        let name: String
        let token: Int
        /// The tokens of its type; `nil` if it is that of the value.
        let type: Range<Int>?
        /// The first token of its value; `nil` if it has none.
        let value: Int?
        let isConstant: Bool
        let attributes: [Attribute]
    }

    struct Case: Sendable {
        let name: String
        /// The raw value that it states as a literal.
        let rawValue: String?
        let token: Int
        /// The tokens of its associated values.
        let payload: Range<Int>
    }

    /// A type or an extension of one.
    struct TypeDeclaration: Sendable {
        let keyword: SwiftWord
        /// The names of the types around it and its own, the outermost first.
        let path: [String]
        let token: Int
        let attributes: [Attribute]
        let genericParameters: [String]
        /// The names of the protocols and of the superclass.
        let inherited: [[String]]
        var properties: [Property] = []
        var cases: [Case] = []
        /// Computed, static and lazy properties, functions and other members that are not decoded.
        var otherMembers: [String] = []
        /// Whether it has an initialiser with the label `from`.
        var decodesItself = false
        /// Whether it has stored properties whose names are not read, such as those of a tuple.
        var hasUnreadMembers = false
        /// The tokens between its braces; up to the end of the source if they are not closed.
        var body = 0..<0
    }

    struct Parameter: Sendable {
        let label: String?
        let name: String
        let type: Range<Int>
        /// Whether it has an attribute, such as that of a property wrapper, which can change its value.
        let hasAttribute: Bool
        /// The tokens of its default; `nil` if it has none. Those of a variadic parameter are its three dots.
        let defaultValue: Range<Int>?

        /// Whether calls can leave it out.
        var hasDefault: Bool { defaultValue != nil }
    }

    struct Function: Sendable {
        /// `nil` for an initialiser, a subscript and an operator.
        let name: String?
        let token: Int
        let parameters: [Parameter]
        let genericParameters: [String]
        /// The index of the type that it is a member of, in ``CodeOutline/types``; `nil` if it is not a member.
        let type: Int?
        let attributes: [Attribute]
        /// The tokens of its body; empty if it has none.
        var body = 0..<0
        /// Whether the body ends. It does not if branches of `#if` share its brace.
        var isClosed = false
    }

    /// A name of a value or parameter.
    struct Binding: Sendable {
        let name: String
        let token: Int
        let type: Range<Int>?
        /// The first token of its value; `nil` if it has none.
        let value: Int?
    }

    struct Import: Sendable {
        let module: String
        let token: Int
        let isTestable: Bool
        /// Whether it is in a branch of `#if`.
        let isConditional: Bool
    }

    struct Alias: Sendable {
        let name: String
        let token: Int
        let target: Range<Int>
        let types: [String]
    }

    var imports: [Import] = []
    var types: [TypeDeclaration] = []
    var functions: [Function] = []
    var bindings: [Binding] = []
    var aliases: [Alias] = []
    /// The names of associated types that protocols declare, and of the parameters of generic aliases.
    var associatedTypes: [String] = []
    /// Whether the parameters of a function are not read, so that what its names mean is not known.
    var hasUnreadParameters = false
    /// The tokens of the attributes that declare macros.
    var macros: [Int] = []

    init(_ source: SwiftTokens) {
        self = OutlineScan(source).outline
    }

    init() {}
}

extension CodeOutline {
    /// The innermost function around a token; `nil` if that is not certain.
    func function(around token: Int, _ effort: CodeEffort) -> Function? {
        guard !hasUnreadParameters, effort.allows(functions.count + types.count, times: 10) else { return nil }
        let found = functions.last { $0.body.contains(token) && $0.token < token }
        // The members of a type in a function do not see its parameters.
        guard let found, found.isClosed, !types.contains(where: { found.body.contains($0.token) }) else { return nil }
        return found
    }

    /// The names of the innermost type or extension around a token, as the code writes them; `nil` outside of all types.
    func type(around token: Int, _ effort: CodeEffort) -> TypeDeclaration? {
        guard effort.allows(types.count, times: 10) else { return nil }
        return types.last { $0.body.contains(token) && $0.token < token }
    }
}
