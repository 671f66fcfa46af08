import FlagResolver

/// What a source says about the module that it belongs to.
extension ScannedSource {
    /// Whether the source is a test, which apps do not contain: only tests can import the frameworks for tests.
    package var isTest: Bool {
        // An app can import them, too, in a branch of `#if` that it does not have.
        outline.imports.contains { Self.testModules.contains($0.module) && !$0.isConditional }
    }

    /// Whether the source has the entry of a program.
    package var isMain: Bool {
        outline.types.contains { type in
            type.attributes.contains { $0.name.ends(withBytesOf: "ApplicationMain") || $0.name == "main" }
        }
    }

    /// Whether the source imports one of the libraries.
    package var importsLibraries: Bool { outline.imports.contains { EntryPoints.modules.contains($0.module) } }

    /// The frameworks for tests.
    package static let testModules: Set<String> = [
        "Testing", "XCTest", "XCTVapor", "Quick", "Nimble", "SnapshotTesting",
    ]

    /// The modules that the source imports.
    package var importedModules: Set<String> { Set(outline.imports.map(\.module)) }

    /// Whether the toolchain or Apple's platforms have a module with a name.
    package static func isSystemModule(_ name: String) -> Bool { SystemModules.names.contains(name) }

    /// The names of the types that the source declares, once for each declaration.
    package var declaredTypes: [String] {
        outline.types.filter { $0.keyword != .extension }.compactMap(\.path.last)
    }

    /// Whether the source declares a type with a name.
    package func declares(_ type: String) -> Bool {
        outline.types.contains { $0.keyword != .extension && $0.path.last == type }
    }

    /// Whether code uses a type that it does not declare.
    package func uses(undeclaredType name: String) -> Bool {
        tokens.mentions(name) && !outline.types.contains { $0.keyword != .extension && $0.path.last == name }
    }
}
