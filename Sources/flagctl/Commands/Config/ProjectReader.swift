import FlagAnalysis
import FlagResolver
import FlagStore

/// Reads a project file, and finds all problems in it.
struct ProjectReader {
    private static let root = 0

    private let tree: JSONTree
    private var found: FileProblems
    /// The path from the working folder to the folder of the file, with a slash at the end; empty for the working folder.
    private let folder: String
    /// What the paths in the file must not lead out of.
    private let root: RootFolder

    init(_ tree: JSONTree, path: String) {
        self.tree = tree
        found = FileProblems(in: tree, named: InputSource.optionFile(path).name, code: "bad-project")
        folder = FilePath.prefix(in: FilePath.directory(of: path))
        root = RootFolder(of: FilePath.directory(of: path))
    }

    /// The problems, in the order of their locations.
    var problems: [Diagnostic] { found.diagnosticsByLocation }

    /// The values that the file supplies; incomplete if there are ``problems``.
    mutating func defaults() -> ArgumentDefaults {
        var defaults = ArgumentDefaults()
        guard tree.kind(of: Self.root) == .object else {
            found.add(at: Self.root, "expected an object", help: "as in { \"inputs\": [\"Flags.json\"] }")
            return defaults
        }
        let members = found.members(of: Self.root, known: ProjectMember.allCases.map(\.rawValue))
        for member in ProjectMember.allCases {
            guard let node = members[member.rawValue] else { continue }
            let origin = ArgumentDefaults.Origin.project(found.location(of: node))
            func value(_ texts: [String]) -> ArgumentDefaults.Value { .init(texts: texts, origin: origin) }
            switch member {
            case .inputs: defaults.documents = value(paths(node, "a document, a directory or a glob"))
            case .formats: defaults.formats = formats(node)
            case .platforms: defaults.platforms = platforms(node)
            // Nothing is read at these paths.
            case .excludes: add(value(paths(node, "a file, a directory or a glob", areRead: false)))
            case .policies: add(value(paths(node, "a file of policies")))
            case .releases: add(value(readPath(node, "the path of a list of releases").map { [$0] } ?? []))
            case .readers: add(value(readPath(node, "the folder with the records of releases").map { [$0] } ?? []))
            case .modulesWithoutSettings: add(value(strings(node, "the name of a module")))
            case .trust: add(value(readPath(node, "the path of a trust file").map { [$0] } ?? []))
            case .state: add(value(readPath(node, "the path of the record of publications").map { [$0] } ?? []))
            case .against: add(value(revision(node).map { [$0] } ?? []))
            case .at: add(value(string(node, "a date, or \"today\"").map { [$0] } ?? []))
            case .findings: add(value(checked(node, by: .check, "findings").map { [$0] } ?? []))
            case .failOn: add(value(checked(node, by: .check, "fail-on").map { [$0] } ?? []))
            case .severities: add(value(severities(node)))
            case .prereleases: checkBool(node)
            }
            func add(_ value: ArgumentDefaults.Value) {
                if let name = member.option?.option.declaration.name, !value.texts.isEmpty {
                    defaults.options[name] = value
                }
            }
        }
        if let node = members[ProjectMember.prereleases.rawValue], tree.bool(at: node) == false,
            let name = ProjectMember.severities.option?.option.declaration.name
        {
            let origin = ArgumentDefaults.Origin.project(found.location(of: node))
            var severities = defaults.options[name] ?? .init(texts: [], origin: origin)
            // The severities that the file gives to these codes take precedence.
            let codes = [RuleCode.prereleaseBoundary.rawValue, BoundaryCode.releaseCandidate.rawValue]
            severities.texts.insert(contentsOf: codes.map { "\($0)=off" }, at: 0)
            defaults.options[name] = severities
        }
        if defaults.documents == nil, let first = defaults.platforms.first {
            defaults.documents = .init(
                texts: defaults.platforms.flatMap(\.inputs.texts).uniqued, origin: first.inputs.origin)
        }
        return defaults
    }

    /// A path in the file is relative to its folder.
    private func path(_ text: String) -> String {
        // On a command line, it would be standard input.
        if text == "-" { return "\(folder)./-" }
        if FilePath.isAbsolute(text) || folder.isEmpty { return text }
        return text == "." ? String(folder.dropLast()) : folder + text
    }

    /// A path in the file whose content is read.
    private mutating func readPath(_ node: Int, _ meaning: String) -> String? {
        guard let path = string(node, meaning).map({ self.path($0) }) else { return nil }
        let names = GlobPattern(path)
        let isPattern = GlobPattern.isPattern(path) && !FileSystem.exists(path)
        let fixed = isPattern ? names.fixedFolder : path
        if !root.contains(fixed.isEmpty ? "." : fixed) || isPattern && names.belowFixedFolder.components.contains("..")
        {
            found.add(
                at: node, "\(quoted(path)) leads out of \(root.description)",
                help: "a project file names only what is in it; give other files on the command line")
        }
        // `.env`, `.npmrc`: files that hold secrets are hidden, and messages quote what they read. A link does not change that.
        if (try? FileSystem.entry(at: path))?.kind == .file, let real = try? FileSystem.resolved(path),
            FilePath.names(of: real).last?.starts(withBytesOf: ".") == true
        {
            found.add(
                at: node, "\(quoted(path)) is hidden",
                help: "a project file names only files that can be seen; rename it")
        }
        switch (try? FileSystem.entry(at: path))?.kind {
        case .pipe, .socket, .device: found.add(at: node, "\(quoted(path)) is not a regular file or directory")
        case .file, .folder, nil: break
        }
        return path
    }

    private mutating func revision(_ node: Int) -> String? {
        guard let text = string(node, "a revision, or \"auto\"") else { return nil }
        // git searches messages with the expression, which can take any time.
        if text.contains(bytesOf: "^{/") || text.starts(withBytesOf: ":/") {
            found.add(
                at: node, "\(quoted(text)) searches for a message",
                help: "name a branch, a tag or a commit, or write \"auto\"")
        }
        return text
    }

    private mutating func string(_ node: Int, _ meaning: String) -> String? {
        guard let text = tree.string(at: node) else {
            found.add(at: node, "found \(tree.typeName(at: node)), expected \(meaning) in a string")
            return nil
        }
        if text.isEmpty { found.add(at: node, "found an empty string, expected \(meaning)") }
        return text.isEmpty ? nil : text
    }

    private mutating func checkBool(_ node: Int) {
        guard tree.bool(at: node) == nil else { return }
        found.add(at: node, "found \(tree.typeName(at: node)), expected true or false")
    }

    private mutating func paths(_ node: Int, _ meaning: String, areRead: Bool = true) -> [String] {
        elements(of: node).compactMap { element in
            areRead ? readPath(element, meaning) : string(element, meaning).map { self.path($0) }
        }
    }

    private mutating func strings(_ node: Int, _ meaning: String) -> [String] {
        elements(of: node).compactMap { string($0, meaning) }
    }

    private mutating func elements(of node: Int) -> [Int] {
        guard tree.kind(of: node) == .array else {
            found.add(at: node, "found \(tree.typeName(at: node)), expected an array", help: "write it in [ ]")
            return []
        }
        let elements = Array(tree.elements(of: node))
        guard elements.count <= Self.maximumElementCount else {
            found.add(
                at: node, "found \(elements.count) elements, expected at most \(Self.maximumElementCount)",
                help: "name directories, or use patterns")
            return []
        }
        return elements
    }

    /// Each file is compared with each pattern.
    private static let maximumElementCount = 1_000

    /// The values of `--severity`: `CODE=SEVERITY`.
    private mutating func severities(_ node: Int) -> [String] {
        var texts: [String] = []
        for (key, member) in members(of: node, "rules and severities") {
            guard let text = string(member.value, "a severity") else { continue }
            if found.isFull, Rules.rule(named: key) == nil {
                found.addFurther()
                continue
            }
            let type = ArgumentType<RuleSeverity>.ruleSeverity("CODE=SEVERITY")
            do throws(UsageError) {
                _ = try type.parse("\(key)=\(text)", ArgumentLabel(text: "the severity"))
                texts.append("\(key)=\(text)")
            } catch {
                found.add(
                    at: Rules.rule(named: key) == nil ? member.key : member.value, error.message, help: error.help)
            }
        }
        return texts
    }

    /// The format of each command.
    private mutating func formats(_ node: Int) -> [String: ArgumentDefaults.Value] {
        var formats: [String: ArgumentDefaults.Value] = [:]
        for (key, member) in members(of: node, "commands and formats") {
            guard let command = Command.named(key), command.option(named: "format") != nil else {
                let names = Command.all.filter { $0.option(named: "format") != nil }.map(\.name)
                let suggestion = Spelling.nearest(to: key, in: names)
                found.add(
                    at: member.key, "\(quoted(key)) is not a command with a format",
                    help: suggestion.map { Spelling.didYouMean("\"\($0)\"") }
                        ?? "the commands are \(names.joined(separator: ", "))")
                continue
            }
            if let text = checked(member.value, by: command, "format") {
                formats[command.name] = .init(texts: [text], origin: .project(found.location(of: member.value)))
            }
        }
        return formats
    }

    /// A text that an option of a command accepts.
    private mutating func checked(_ node: Int, by command: Command, _ option: String) -> String? {
        guard let text = string(node, "a value of --\(option)"), let option = command.option(named: option) else {
            return nil
        }
        do throws(UsageError) {
            _ = try option.value(of: [text])
            return text
        } catch {
            found.add(at: node, error.message, help: error.help)
            return nil
        }
    }

    /// The documents and the releases of each platform.
    private mutating func platforms(_ node: Int) -> [ArgumentDefaults.Platform] {
        var platforms: [ArgumentDefaults.Platform] = []
        for (name, member) in members(of: node, "platforms") {
            if !ProjectPlatform.isName(name) {
                found.add(
                    at: member.key, "\(quoted(name)) cannot be the name of a platform",
                    help: "use letters, digits, \"-\", \"_\" and \".\", as in \"ios\"")
            }
            guard tree.kind(of: member.value) == .object else {
                found.add(
                    at: member.value, "found \(tree.typeName(at: member.value)), expected the object of a platform",
                    help: "as in { \"inputs\": [\"ios.json\"], \"releases\": \"ios.releases\" }")
                continue
            }
            let parts = found.members(of: member.value, known: ["inputs", "releases", "readers"])
            guard let inputs = parts["inputs"] else {
                found.add(
                    at: member.key, "the platform has no \"inputs\"", help: "name its documents, as in [\"ios.json\"]")
                continue
            }
            func value(_ texts: [String], _ node: Int) -> ArgumentDefaults.Value {
                .init(texts: texts, origin: .project(found.location(of: node)))
            }
            let documents = value(paths(inputs, "a document, a directory or a glob"), inputs)
            var releases: ArgumentDefaults.Value?
            if let node = parts["releases"], let path = readPath(node, "the path of a list of releases") {
                releases = value([path], node)
            }
            var readers: ArgumentDefaults.Value?
            if let node = parts["readers"], let path = readPath(node, "the folder with the records of releases") {
                readers = value([path], node)
            }
            platforms.append(.init(name: name, inputs: documents, releases: releases, readers: readers))
        }
        return platforms
    }

    private typealias NamedMember = (key: String, member: (key: Int, value: Int))

    private mutating func members(of node: Int, _ meaning: String) -> [NamedMember] {
        guard tree.kind(of: node) == .object else {
            found.add(at: node, "found \(tree.typeName(at: node)), expected an object of \(meaning)")
            return []
        }
        return tree.members(of: node).compactMap { member in
            tree.isMetadata(key: member.key)
                ? nil : (tree.string(at: member.key) ?? "", (key: Int(member.key), value: Int(member.value)))
        }
    }
}

/// A member of a project file.
enum ProjectMember: String, CaseIterable {
    case inputs
    case platforms
    case excludes
    case policies
    case releases
    case readers
    case modulesWithoutSettings
    case trust
    case state
    case against
    case at
    case findings
    case failOn
    case severities
    case prereleases
    case formats

    /// The option that takes precedence over the member, and a command that has it; `nil` for members of other kinds.
    var option: (command: String, option: any CommandOption)? {
        let use: (command: Command, name: String)? =
            switch self {
            case .inputs, .platforms, .prereleases, .formats: nil
            case .excludes: (.check, "exclude")
            case .policies: (.prove, "policy")
            case .releases: (.check, "releases")
            case .readers: (.check, "readers")
            case .modulesWithoutSettings: (.readers, "without-settings")
            case .trust: (.publish, "trust")
            case .state: (.publish, "state")
            case .against: (.check, "against")
            case .at: (.check, "at")
            case .findings: (.check, "findings")
            case .failOn: (.check, "fail-on")
            case .severities: (.check, "severity")
            }
        guard let use, let option = use.command.option(named: use.name) else { return nil }
        return (use.command.name, option)
    }
}

extension ProjectPlatform {
    /// Whether a command line can name the platform, as in `ios=7.230.0`.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isNameCharacter)
    }
}

extension [String] {
    /// The texts without repetitions, in the order of their first occurrences.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
