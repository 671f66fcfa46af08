import FlagResolver

/// What the manifest of a package says about the files of its modules.
extension ScannedSource {
    private var isManifest: Bool { outline.imports.contains { $0.module == "PackageDescription" } }

    /// The names of the targets that a manifest declares: `.target(name: "Shop")`.
    package var declaredTargets: [String] {
        guard isManifest else { return [] }
        return tokens.tokens.indices.compactMap { index in
            guard isTarget(index) else { return nil }
            return tokens.text(in: (index + 4)..<(index + 5))
        }
    }

    /// `target(name:`, `executableTarget(name:`
    private func isTarget(_ index: Int) -> Bool {
        Self.targets.contains { tokens.isText($0, at: index) } && tokens.isSymbol("(", at: index + 1)
            && tokens.isText("name", at: index + 2) && tokens.isSymbol(":", at: index + 3)
    }

    private static let targets = ["target", "executableTarget", "macro"]

    /// The folders of the targets that a manifest gives a path, by the names of the targets; `nil` if one of them is not a literal.
    package var pathsOfTargets: [String: String]? {
        guard isManifest else { return [:] }
        var found: [String: String] = [:]
        for index in tokens.tokens.indices {
            guard Self.targets.contains(where: { tokens.isText($0, at: index) }), tokens.isSymbol("(", at: index + 1)
            else {
                continue
            }
            guard isTarget(index), let name = tokens.text(in: (index + 4)..<(index + 5)),
                tokens.closingParenthesis(of: index + 1) != nil
            else { return nil }
            let path = tokens.arguments(ofCall: index + 1).first { argument in
                argument.words.first.map { tokens.isText("path", at: $0) } ?? false
            }
            guard let path else { continue }
            guard let text = tokens.text(in: path.range) else { return nil }
            found[name] = text
        }
        return found
    }

    /// The names that a manifest gives to modules, products and packages.
    package var namesInManifest: Set<String> {
        guard isManifest else { return [] }
        return Set(
            tokens.tokens.indices.compactMap { index in
                guard tokens.kind(at: index) == .string else { return nil }
                return tokens.text(in: index..<(index + 1))
            })
    }

    /// The build plugins that a manifest uses and that may write code. Those that check or format code do not.
    package var generators: [String] {
        guard isManifest else { return [] }
        return pluginLists.flatMap { $0 ?? [] }.filter { name in
            name != "FlagKeys" && !name.contains(bytesOf: "Lint") && !name.contains(bytesOf: "Format")
        }
    }

    /// Whether a manifest uses plugins that are not listed as literals.
    package var hidesPlugins: Bool { isManifest && pluginLists.contains { $0 == nil } }

    /// The names in each list of plugins; `nil` for one that is not a literal.
    private var pluginLists: [[String]?] {
        tokens.tokens.indices.compactMap { index -> [String]?? in
            guard tokens.isText("plugins", at: index) else { return nil }
            guard tokens.isLabel(at: index), let end = tokens.closingBracket(of: index + 2) else {
                return .some(nil)
            }
            var names: [String] = []
            var next = index + 3
            while next < end {
                // `"SwiftGen"`, `.plugin(name: "SwiftGen", package: "SwiftGen")`
                if let name = tokens.text(in: next..<(next + 1)) {
                    names.append(name)
                    next += 1
                } else if tokens.isSymbol(".", at: next), tokens.isText("plugin", at: next + 1),
                    tokens.isText("name", at: next + 3), let name = tokens.text(in: (next + 5)..<(next + 6)),
                    let close = tokens.closingParenthesis(of: next + 2)
                {
                    names.append(name)
                    next = close + 1
                } else {
                    return .some(nil)
                }
                if tokens.isSymbol(",", at: next) { next += 1 }
            }
            return names
        }
    }
}
