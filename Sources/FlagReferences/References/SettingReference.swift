/// A place in code that names a setting.
package struct SettingReference: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A key with the name of the setting, with which other code reads it.
        case declaration
        case read
        /// An override, which a debug menu or a test sets.
        case override
    }

    /// How certain it is that this code names the setting.
    package enum Certainty: String, Hashable, Sendable, CaseIterable, Comparable {
        /// A key that is only mentioned, where its type is not visible: `show(.payments)`.
        case possible
        /// A member where a key is expected: `store[.payments]`.
        case likely
        /// The name appears as text, or with the type that declares the key: `SettingKey.payments`.
        case certain

        private var rank: Int {
            switch self {
            case .possible: 0
            case .likely: 1
            case .certain: 2
            }
        }

        package static func < (left: Certainty, right: Certainty) -> Bool { left.rank < right.rank }
    }

    /// The setting; the group if ``isGroup``.
    package let name: String
    /// Whether all settings of a group are read.
    package let isGroup: Bool
    /// Whether the name itself appears as text, rather than a key with the name.
    package let isText: Bool
    package let kind: Kind
    package let certainty: Certainty
    /// The index of the source.
    package let source: Int
    /// The bytes of the literal, or of the member with what is before it: `Flags.Checkout.style`.
    package let span: Range<Int>

    init(
        _ name: String, isGroup: Bool = false, isText: Bool, _ kind: Kind, _ certainty: Certainty, source: Int,
        span: Range<Int>
    ) {
        self.name = name
        self.isGroup = isGroup
        self.isText = isText
        self.kind = kind
        self.certainty = certainty
        self.source = source
        self.span = span
    }

    /// The same reference in a source with another index.
    func inSource(_ number: Int) -> SettingReference {
        SettingReference(
            name, isGroup: isGroup, isText: isText, kind, certainty, source: number, span: span)
    }

    /// Whether the reference is about a setting: it names the setting, or a group that the setting is in.
    package func names(_ setting: String) -> Bool {
        guard isGroup else { return setting.utf8.elementsEqual(name.utf8) }
        return setting.utf8.count > name.utf8.count && setting.utf8.starts(with: "\(name).".utf8)
    }
}

/// A place in code that may name a setting, but does not show which one.
package struct UnseenName: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// A literal with interpolation. Its text before the interpolation, if it can be read.
        case interpolation(head: String?)
        /// A variable or another expression.
        case expression
        /// All settings, decoded as one model.
        case model
        /// Something that hides what comes after it.
        case problem(SwiftScanProblem.Kind)
        /// A use of the libraries' API that names no setting, or a model that is not understood.
        case hidden(HiddenRead)

        /// Whether code was left out because following it would take too long.
        package var exceedsLimit: Bool {
            switch self {
            case .problem(.tooDeep), .problem(.tooManyProblems), .hidden(.effort): true
            default: false
            }
        }
    }

    /// Another place because of which the name is not known, such as a call.
    package struct Cause: Hashable, Sendable {
        package let source: Int
        package let span: Range<Int>
    }

    package let reason: Reason
    /// The index of the source.
    package let source: Int
    package let span: Range<Int>
    /// `nil` if the place itself says why.
    package private(set) var cause: Cause?

    init(reason: Reason, source: Int, span: Range<Int>) {
        self.reason = reason
        self.source = source
        self.span = span
    }

    /// The same name with what hides it.
    func because(of source: Int, _ span: Range<Int>) -> UnseenName {
        var copy = self
        if source != self.source || span != self.span { copy.cause = Cause(source: source, span: span) }
        return copy
    }
}

/// Why a place may read settings that are not seen.
package enum HiddenRead: Hashable, Sendable {
    /// A function that reads settings is not called but passed on: `snapshot.value(for:default:)`.
    case functionValue(String)
    /// A type of the libraries is itself a value, or is given another name: `SettingKey.self`, `typealias Flag = SettingKey`.
    case typeValue(String)
    case typeAlias(String)
    /// A value of any type is taken for a key.
    case cast
    /// A type of the libraries conforms to a protocol of the code, which then reads it under other names.
    case conformance(type: String, to: String)
    /// The type of a value is inferred, so what is decoded depends on it.
    case inferredType(String)
    /// `store.settings`
    case allSettings
    case keyWithoutType
    /// A key of a type that is declared neither in the code nor in a document: `store[Experiments.search]`.
    case unknownKey(String)
    /// A type with keys of a document that is not given, with the path of that document.
    case otherDocument(type: String, path: String)
    /// A module whose code is not among the sources.
    case module(String)
    case testableImport(String)
    case macro
    /// An operator with `/`, which begins a regular expression elsewhere.
    case slashOperator
    /// The code has so many declarations that not all of them were followed; how many the largest source has.
    case effort(Int)
    /// A model, or one of its members, by its name.
    case model(String, ModelProblem)

    package enum ModelProblem: Error, Hashable, Sendable {
        case notDeclared
        case ambiguous
        case generic
        case decodesItself
        case codingKeys
        case aliases
        case family
        case superclass
        case attribute(String)
        case member(String)
        case memberType(String)
        case collection
        case keyStrategy
        case cycle
        case size
    }
}

/// A key that is a member of a type, or a variable.
package struct SettingKeyPath: Hashable, Sendable {
    /// The name of the setting.
    package let setting: String
    /// The types around the member, the outermost first.
    package let types: [String]
    package let member: String

    package init(setting: String, types: [String], member: String) {
        self.setting = setting
        self.types = types
        self.member = member
    }
}
