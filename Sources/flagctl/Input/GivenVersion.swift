import FlagResolver

/// An app version as the command line or a list of releases spells it.
///
/// `1` and `1.0` are the same version, but whoever asks for both expects two answers. So the texts are compared.
struct GivenVersion: Sendable, Equatable {
    let version: AppVersion
    let text: String

    init(_ version: AppVersion, as text: String) {
        self.version = version
        self.text = text
    }

    init(_ version: AppVersion) {
        self.init(version, as: version.description)
    }

    static func == (left: GivenVersion, right: GivenVersion) -> Bool { left.text == right.text }
}

extension ArgumentType where Value == GivenVersion {
    static func givenVersion(_ placeholder: String) -> Self {
        let type = ArgumentType<AppVersion>.version(placeholder)
        return ArgumentType(form: type.form) { (text, label) throws(UsageError) in
            // Spaces can only be around a version.
            let written = text.split { $0 == " " || $0 == "\t" }.joined()
            return GivenVersion(try type.parse(text, label), as: written)
        }
    }
}
