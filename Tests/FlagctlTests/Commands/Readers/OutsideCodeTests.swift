import TestSupport
import Testing

@testable import flagctl

/// Files that belong to an app without being given to `readers record`.
struct OutsideCodeTests {
    private static let app = """
        import FlagStore
        let store = SettingsStore(appVersion: "1.0.0")
        func isOn(_ name: String) -> Bool { store[SettingKey(name, default: false)] }
        if isOn("newSearch") {}

        """

    private static let manifest = """
        import PackageDescription
        let package = Package(name: "App", targets: [.executableTarget(name: "App")])

        """

    /// Records a tag with some files, and returns what is said about it.
    private static func record(
        _ files: [String: String], code: String, isTag: Bool = true, after script: String = "true"
    ) throws -> String {
        let scratch = try Scratch()
        try scratch.write(#"{ "newSearch": true, "legacyFlag": true }"#, to: "Flags.json")
        for (path, text) in files { try scratch.write(text, to: path) }
        try expectEqual(scratch.shell(script).status, 0)
        try scratch.makeRepository()
        _ = try scratch.shell("git tag v1.0.0")
        let line = ["--code", code, "--document", "Flags.json", "--readers", "r"]
        _ = try scratch.flagctl(["readers", "record"] + (isTag ? ["--tags", "v*"] : ["1.0.0"]) + line)
        return try scratch.flagctl("readers", "show", "1.0.0", "--readers", "r").output
    }

    /// Files of an app in a package, beside its manifest and `Sources/App/main.swift`.
    @Test(arguments: [
        (
            ["Package.swift": manifest.replacing("\"App\")]", with: "\"App\", plugins: [\"SwiftGen\"])]")],
            "plugin \"SwiftGen\""
        ),
        (
            ["Package.swift": manifest.replacing("\"App\")]", with: "\"App\", plugins: all)]")],
            "plugins that are not literals"
        ),
        (
            [
                "Package@swift-6.0.swift": manifest.replacing(
                    "\"App\")]", with: "\"App\", plugins: [.plugin(name: \"Gen\")])]")
            ],
            "plugin \"Gen\""
        ),
        (["Sources/App/Menu.swift": "let name = [\"legacy\", \"Flag\"].joined()\n"], "complete"),
        (["Sources/App/.Menu.swift": "import FlagStore\n"], "complete"),
        (
            ["Sources/App/main.swift": app + "import Charts\n", "Project.pbxproj": "productName = Charts;\n"],
            "\"Charts\""
        ),
        (
            [
                "Sources/App/main.swift": app + "import Network\n",
                "Core/Package.swift": manifest.replacing("App", with: "Network"),
            ],
            "\"Network\""
        ),
        (["Sources/App/main.swift": app + "import Network\n"], "complete"),
        (["Sources/App/Gen.swift": "let x = 1\n", ".gitignore": "*.generated.swift\n"], ".gitignore leaves out"),
        (["Sources/Other/PackageFlags.swift": "import FlagStore\n"], "complete"),
        (["Extension/Service.swift": "import FlagStore\n"], "Extension/Service.swift elsewhere"),
        (["Mac/Menu.swift": "import App\nlet on = isOn(x)\n"], "Mac/Menu.swift elsewhere"),
        (
            ["Tests/AppTests/Helper.swift": "import FlagStore\n", "Tests/AppTests/Test.swift": "import XCTest\n"],
            "complete"
        ),
    ])
    func `an app in a package has the files of its modules`(_ files: [String: String], _ expected: String) throws {
        let all = ["Package.swift": Self.manifest, "Sources/App/main.swift": Self.app].merging(files) { $1 }
        let found = try Self.record(all, code: "Sources")
        expect(found.contains(expected) && (expected == "complete") == !found.contains("not seen"), "\(found)")
    }

    @Test(arguments: ["Sources/App/Menu.swift", "Sources/App/Deep/Menu.swift"])
    func `a module is recorded only with all of its files`(_ path: String) throws {
        let files = [
            "Package.swift": Self.manifest, "Sources/App/Flags/main.swift": Self.app,
            path: "let on = isOn([\"legacy\", \"Flag\"].joined())\n",
        ]
        let found = try Self.record(files, code: "Sources/App/Flags")
        expect(found.contains("not seen: \(path) elsewhere"), "\(found)")
    }

    @Test func `a module has the folder that its manifest names`() throws {
        let manifest = Self.manifest.replacing("\"App\")]", with: "\"App\", path: \"Code\")]")
        let files = [
            "Package.swift": manifest, "Code/Flags/main.swift": Self.app, "Code/Menu.swift": "let on = isOn(name)\n",
        ]
        let found = try Self.record(files, code: "Code/Flags")
        expect(found.contains("not seen: Code/Menu.swift elsewhere"), "\(found)")
    }

    /// Files of an app without a manifest, beside `App/main.swift`.
    @Test(arguments: [
        (["ABTests/Menu.swift": "import FlagStore\n"], "ABTests/Menu.swift elsewhere"),
        (["AppTests/Menu.swift": "import FlagStore\n", "AppTests/Test.swift": "import XCTest\n"], "complete"),
        (["ABTests/Menu.swift": "import FlagStore // Testing in production\n"], "ABTests/Menu.swift elsewhere"),
        (["PackageFlags.swift": "import FlagStore\n"], "PackageFlags.swift elsewhere"),
        (["Sources/Menu/Menu.swift": "import FlagStore\n"], "Sources/Menu/Menu.swift elsewhere"),
        (["Shared/Menu.swift": "import App\n"], "Shared/Menu.swift elsewhere"),
        (["Shared/Menu.swift": "let on = isOn([\"legacy\", \"Flag\"].joined())\n"], "Shared/Menu.swift elsewhere"),
        (["Shared/Menu.swift": "import\nFlagStore\n"], "Shared/Menu.swift elsewhere"),
        (["Shared/Menu.swift": "\u{0}\nimport FlagStore\n"], "Shared/Menu.swift elsewhere"),
        (["Shared/Menu.swift": "import SwiftUI\nstruct Menu: View {}\n"], "complete"),
        (["App/Menu.swift": "#if canImport(XCTest)\nimport XCTest\n#endif\nlet on = isOn(x)\n"], "App/"),
    ])
    func `an app without a manifest may have any file that can read settings`(
        _ files: [String: String], _ expected: String
    ) throws {
        for isTag in [true, false] {
            let found = try Self.record(files.merging(["App/main.swift": Self.app]) { $1 }, code: "App", isTag: isTag)
            expect(found.contains(expected) && (expected == "complete") == !found.contains("not seen"), "\(found)")
        }
    }

    @Test func `code that git ignores belongs to the working tree`() throws {
        let files = ["App/main.swift": Self.app, ".gitignore": "/Made/\n", "Made/Menu.swift": "import FlagStore\n"]
        let found = try Self.record(files, code: "App", isTag: false)
        expect(found.contains("not seen: Made/Menu.swift elsewhere"), "\(found)")
    }

    @Test(arguments: [
        ("ln -s ../Shared App/Shared", "\"App/Shared\" is a link to a folder, whose files are not read"),
        ("ln -s ../Other App/Other", "complete"),
        ("mkdir App/Own; echo >App/Own/Own.swift; ln -s Own App/Same", "complete"),
        ("ln -s ../nothing App/Gone", "complete"),
    ])
    func `in a tag, the files behind a link to a folder are not read`(_ script: String, _ expected: String) throws {
        let files = [
            "App/main.swift": Self.app, "Shared/Menu.swift": "let title = 1\n", "Other/text.txt": "x\n",
        ]
        let found = try Self.record(files, code: "App", after: script)
        expect(found.contains(expected) && (expected == "complete") == !found.contains("not seen"), "\(found)")
    }

    @Test func `a submodule beside the code may have code of the app`() throws {
        let script = """
            git init -q Kit; git -C Kit -c user.name=x -c user.email=x@x commit -q --allow-empty -m x
            """
        let app = try Self.record(["App/main.swift": Self.app], code: "App", after: script)
        expect(app.contains("not seen: \"Kit\" is a submodule, whose files are not read"), "\(app)")
        let package = try Self.record(
            ["Package.swift": Self.manifest, "Sources/App/main.swift": Self.app], code: "Sources", after: script)
        expect(package.contains("complete") && !package.contains("not seen"), "\(package)")
    }
}
