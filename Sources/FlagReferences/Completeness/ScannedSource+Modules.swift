import FlagResolver

/// What a source says about the module that it belongs to.
extension ScannedSource {
    /// Whether the source is a test, which apps do not contain: only tests can import the frameworks for tests.
    package var isTest: Bool {
        outline.imports.contains {
            ["Testing", "XCTest", "XCTVapor", "Quick", "Nimble", "SnapshotTesting"].contains($0.module)
        }
    }

    /// Whether the source has the entry of a program.
    package var isMain: Bool {
        outline.types.contains { type in
            type.attributes.contains { $0.name.ends(withBytesOf: "ApplicationMain") || $0.name == "main" }
        }
    }

    /// Whether the source imports one of the libraries.
    package var importsLibraries: Bool { outline.imports.contains { EntryPoints.modules.contains($0.module) } }

    /// The names of the targets that a manifest of a package declares: `.target(name: "Shop")`.
    package var declaredTargets: [String] {
        guard outline.imports.contains(where: { $0.module == "PackageDescription" }) else { return [] }
        return tokens.tokens.indices.compactMap { index in
            guard tokens.isText("name", at: index), tokens.isSymbol(":", at: index + 1),
                tokens.isSymbol("(", at: index - 1),
                ["target", "executableTarget"].contains(where: { tokens.isText($0, at: index - 2) })
            else { return nil }
            return tokens.text(in: (index + 2)..<(index + 3))
        }
    }

    /// Whether the source declares a type with a name.
    package func declares(_ type: String) -> Bool {
        outline.types.contains { $0.keyword != .extension && $0.path.last == type }
    }

    /// The build plugins that a manifest of a package uses and that may write code. Those that check or format code do not.
    package var generators: [String] {
        guard outline.imports.contains(where: { $0.module == "PackageDescription" }) else { return [] }
        return tokens.tokens.indices.compactMap { index in
            guard tokens.isText("plugin", at: index), tokens.isSymbol("(", at: index + 1),
                tokens.isSymbol(".", at: index - 1),
                tokens.isText("name", at: index + 2), let name = tokens.text(in: (index + 4)..<(index + 5))
            else { return nil }
            // A declaration of a plugin, and a product, have further arguments.
            let isUse = tokens.isSymbol(")", at: index + 5) || tokens.isText("package", at: index + 6)
            return isUse && name != "FlagKeys" && !name.contains(bytesOf: "Lint") && !name.contains(bytesOf: "Format")
                ? name : nil
        }
    }

    /// Whether code uses a type that it does not declare.
    package func uses(undeclaredType name: String) -> Bool {
        tokens.mentions(name) && !outline.types.contains { $0.keyword != .extension && $0.path.last == name }
    }
}
