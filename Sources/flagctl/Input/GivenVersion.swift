import FlagAnalysis
import FlagResolver

/// An app version as the command line or a list of releases spells it.
///
/// `1` and `1.0` are the same version, but a command line with both expects two answers. So the texts are compared.
struct GivenVersion: Sendable, Equatable {
    let version: AppVersion
    let text: String
    /// The platform of the documents that it applies to; `nil` for all documents.
    var platform: String?

    init(_ version: AppVersion, as text: String) {
        self.version = version
        self.text = text
    }

    init(_ version: AppVersion) {
        self.init(version, as: version.description)
    }

    static func == (left: GivenVersion, right: GivenVersion) -> Bool {
        left.text == right.text && left.platform == right.platform
    }
}

extension ArgumentType where Value == GivenVersion {
    static func givenVersion(_ placeholder: String) -> Self {
        let type = ArgumentType<AppVersion>.version(placeholder)
        return ArgumentType(form: type.form, role: type.role) { (text, label) throws(UsageError) in
            // A version may have spaces around it, but not inside.
            let written = text.parts(separatedBy: " ").flatMap { $0.parts(separatedBy: "\t") }.joined()
            // `ios=7.230.0`, for the documents of one platform.
            if let (name, version) = written.divided(at: "="), ProjectPlatform.isName(String(name)) {
                var given = GivenVersion(try type.parse(String(version), label), as: String(version))
                given.platform = String(name)
                return given
            }
            return GivenVersion(try type.parse(text, label), as: written)
        }
    }
}

extension ArgumentType where Value == [GivenVersion] {
    /// A version, or a version for each platform: `7.230.0`, `ios=7.230.0,android=52920000`.
    static func platformVersions(_ placeholder: String) -> Self {
        let type = ArgumentType<GivenVersion>.givenVersion(placeholder)
        return ArgumentType(form: type.form, role: type.role) { (text, label) throws(UsageError) in
            var versions: [GivenVersion] = []
            for part in text.parts(separatedBy: ",") {
                let version = try type.parse(String(part), label)
                if versions.contains(where: { $0.platform == version.platform }) {
                    throw .badValue(
                        label, value: text,
                        problem: version.platform.map { "it has two versions for the platform \(quoted($0))" }
                            ?? "expected one version, or one for each platform",
                        help: "as in ios=7.230.0,android=52920000")
                }
                versions.append(version)
            }
            guard versions.count == 1 || versions.allSatisfy({ $0.platform != nil }) else {
                throw .badValue(
                    label, value: text, problem: "one of the versions has no platform",
                    help: "as in ios=7.230.0,android=52920000")
            }
            return versions
        }
    }
}

extension ParsedArguments {
    /// Checks that the project has the platforms of versions, and that all versions have a platform if one has.
    ///
    /// - Throws: `UsageError` if not.
    func check(platformsOf versions: [GivenVersion], of label: ArgumentLabel) throws(UsageError) {
        for version in versions {
            if let platform = version.platform { try check(platform: platform, of: label.text) }
        }
        guard let without = versions.first(where: { $0.platform == nil }),
            let other = versions.first(where: { $0.platform != nil }), let platform = other.platform
        else { return }
        let used = Set(versions.compactMap(\.platform))
        let free = platforms.map(\.name).first { !used.contains($0) } ?? platform
        throw .badValue(
            label, value: without.text,
            problem: "this version has no platform, but \(quoted("\(platform)=\(other.text)")) has one",
            help: "name its platform, as in \(free)=\(without.text), or give a single version for all platforms")
    }

    /// Checks that the project names a platform.
    ///
    /// - Throws: `UsageError` if it does not.
    func check(platform: String, of label: String) throws(UsageError) {
        let names = platforms.map(\.name)
        guard !names.contains(platform) else { return }
        throw .badValue(
            ArgumentLabel(text: label), value: platform, problem: "the project file has no such platform",
            help: Spelling.nearest(to: platform, in: names).map { Spelling.didYouMean(quoted($0)) }
                ?? (names.isEmpty
                    ? "name the documents of each platform in \"platforms\" of flagctl.json"
                    : "the platforms are \(names.joined(separator: ", "))"))
    }
}
