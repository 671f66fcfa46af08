import FlagResolver

/// The attributes that stand for user properties and custom signals of Firebase.
struct FirebaseAttributes {
    /// How a condition tests an attribute. All conditions must agree, because a value has one type.
    enum Kind {
        case text
        case number
        case version

        var typeName: String {
            switch self {
            case .text: "string"
            case .number: "number"
            case .version: "version"
            }
        }

        var phrase: String {
            switch self {
            case .text: "as text"
            case .number: "as a number"
            case .version: "as a version"
            }
        }
    }

    /// Why an element has no attribute.
    struct Refusal: Error {
        let reason: String
        let help: String
    }

    /// The element that each attribute stands for.
    private var owners: [ExactText: String] = [:]
    private var kinds: [ExactText: Kind] = [:]

    /// Names that have another meaning here, or that a store gives by itself.
    private static let reserved: Set<String> = [
        "appVersion", "targetingKey", "date", "build", "platform", "osVersion", "locale", "language", "country",
        "installationKey",
    ]

    /// The attribute of a user property or custom signal.
    mutating func name(of element: FirebaseExpression.Element) -> Result<String, Refusal> {
        let key = element.key ?? ""
        guard Array(key.utf8).withRawSpan({ AttributeName($0) }) != nil else {
            return .failure(
                Refusal(
                    reason: "\(SettingProblem.quotedExcerpt(key)) cannot be the name of an attribute",
                    help: "give the value as an attribute whose name begins with a letter, and test that"))
        }
        guard !Self.reserved.contains(key) else {
            return .failure(
                Refusal(
                    reason: "the attribute \(SettingProblem.quoted(key)) has another meaning here",
                    help: "give the value as an attribute with another name, and test that"))
        }
        let owner = owners[ExactText(key)] ?? element.name
        guard owner == element.name else {
            return .failure(
                Refusal(
                    reason: "\(owner) and \(element.name) would both be the attribute \(SettingProblem.quoted(key))",
                    help: "give one of them as an attribute with another name, and test that"))
        }
        owners[ExactText(key)] = owner
        return .success(key)
    }

    /// Records how an attribute is tested; fails if it was tested in another way before.
    mutating func test(_ name: String, as kind: Kind) -> Result<Void, Refusal> {
        let known = kinds[ExactText(name)] ?? kind
        guard known == kind else {
            return .failure(
                Refusal(
                    reason:
                        "other conditions test \(SettingProblem.quoted(name)) \(known.phrase), and a value has one type",
                    help: "give the value as a second attribute, and test that \(kind.phrase)"))
        }
        kinds[ExactText(name)] = kind
        return .success(())
    }

    func kind(of name: String) -> Kind? { kinds[ExactText(name)] }
}
