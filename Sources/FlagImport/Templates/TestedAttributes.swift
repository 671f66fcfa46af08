import FlagResolver

/// The attributes that stand for what users have in another system.
struct TestedAttributes: Sendable {
    /// How conditions test an attribute. All conditions must agree, because a value has one type.
    enum Kind: String {
        case text = "string"
        case number
        case version

        var phrase: String {
            switch self {
            case .text: "as text"
            case .number: "as a number"
            case .version: "as a version"
            }
        }
    }

    /// Why something has no attribute, or is not tested as it.
    struct Refusal: Error {
        let reason: String
        let help: String
    }

    /// What each attribute stands for.
    private var owners: [ExactText: String] = [:]
    private var kinds: [ExactText: Kind] = [:]
    /// The attributes in the order of their first test.
    private var tested: [String] = []

    /// Names that have another meaning here, or that a store gives by itself.
    private static let reserved: Set<String> = [
        "appVersion", "targetingKey", "date", "build", "platform", "osVersion", "locale", "language", "country",
        "installationKey",
    ]

    /// The attribute for what another system calls by a name.
    ///
    /// - Parameter owner: What has the name, such as `app.userProperty`. Two of them cannot be one attribute.
    mutating func name(_ name: String, of owner: String) -> Result<String, Refusal> {
        guard Array(name.utf8).withRawSpan({ AttributeName($0) }) != nil else {
            return .failure(
                Refusal(
                    reason: "\(SettingProblem.quotedExcerpt(name)) cannot be the name of an attribute",
                    help: "give the value as an attribute whose name begins with a letter, and test that"))
        }
        guard !Self.reserved.contains(name) else {
            return .failure(
                Refusal(
                    reason: "the attribute \(SettingProblem.quoted(name)) has another meaning here",
                    help: "give the value as an attribute with another name, and test that"))
        }
        let known = owners[ExactText(name)] ?? owner
        guard known == owner else {
            return .failure(
                Refusal(
                    reason: "\(known) and \(owner) would both be the attribute \(SettingProblem.quoted(name))",
                    help: "give one of them as an attribute with another name, and test that"))
        }
        owners[ExactText(name)] = owner
        return .success(name)
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
        if kinds.updateValue(kind, forKey: ExactText(name)) == nil { tested.append(name) }
        return .success(())
    }

    /// The tested attributes with their types.
    ///
    /// - Parameter description: Describes an attribute, by what it stands for and its name.
    func declared(_ description: (_ owner: String, _ name: String) -> String) -> [SourceAttribute] {
        tested.compactMap { name in
            guard let kind = kinds[ExactText(name)], let owner = owners[ExactText(name)] else { return nil }
            return SourceAttribute(name: name, type: kind.rawValue, description: description(owner, name))
        }
    }
}
