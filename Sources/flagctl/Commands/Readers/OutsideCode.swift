import FlagReferences
import FlagResolver
import FlagStore

/// Files of a repository that may be in the app, but are not recorded.
///
/// 1. What the code imports is a matter of modules, which `CodeInventory` looks at. This is about the rest: files of the same module in
///    another folder, an app that calls recorded code, code that is written when the app is built, and modules that only seem to be known.
/// 2. In a package, a module has the files below `Sources/MODULE`, unless its manifest says otherwise. All of them must be recorded.
/// 3. Otherwise, a file can belong to the app if it imports one of the libraries or a recorded module, or has a name by which recorded code
///    reads settings.
/// 4. Manifests are left out, and so are tests: folders `…Tests` of which a file names a framework for tests.
struct OutsideCode {
    private let sources: [RecordedCode.Source]
    /// The names by which code reads settings without an import.
    private let names: EntryNames
    private let search: RepositorySearch

    /// - Parameter commit: The revision; `nil` for the working tree.
    init(of sources: [RecordedCode.Source], at commit: String?, _ names: EntryNames) {
        self.sources = sources
        self.names = names
        search = RepositorySearch(commit: commit)
    }

    typealias Content = (String) throws(GitFailure) -> [UInt8]?

    /// What may be in the app beside the sources, in words.
    ///
    /// - Parameter content: The content of a file of the revision, by its path from the top; `nil` if there is none.
    func messages(_ content: Content) throws(GitFailure) -> [String] {
        let paths = try search.paths()
        let manifests = try manifests(in: paths, content)
        let packages = Dictionary(grouping: manifests) { $0.folder }
        let recorded = Set(sources.compactMap { place(of: $0.name, packages) }.map(\.package))
        var messages: [String] = []
        for manifest in manifests.filter({ recorded.contains($0.folder) }).map(\.scanned) {
            for plugin in Set(manifest.generators).sorted() {
                messages.append("the plugin \(NameText.quoted(plugin)) may write code, which is not seen")
            }
            if manifest.hidesPlugins {
                messages.append("a manifest uses plugins that are not literals, and may write code")
            }
        }
        messages += try submodules(packages)
        messages += try ignoredCode(in: paths, content)
        messages += try knownNames(in: paths, manifests, content)
        return try messages + (files(in: paths, packages, content).map { [$0] } ?? [])
    }

    // MARK: Packages

    private struct Manifest {
        let folder: String
        let scanned: ScannedSource
        /// The folders of its targets by their names; `nil` if one of them is not a literal.
        let targets: [String: [String]]?
        /// The names that it gives to modules, products and packages.
        let names: Set<String>

        init(folder: String, _ bytes: [UInt8]) {
            self.folder = folder
            scanned = ScannedSource(SwiftTokens(scanning: bytes))
            targets = scanned.pathsOfTargets.map { $0.mapValues { FilePath.names(of: $0) } }
            names = scanned.namesInManifest
        }
    }

    private func manifests(in paths: [String], _ content: Content) throws(GitFailure) -> [Manifest] {
        var found: [Manifest] = []
        for path in paths where Self.isManifest(path) {
            guard let bytes = try content(path) else { continue }
            let folder = FilePath.names(of: path).dropLast().joined(separator: "/")
            found.append(Manifest(folder: folder, bytes))
        }
        return found
    }

    /// `Package.swift`, `Package@swift-6.0.swift`
    private static func isManifest(_ path: String) -> Bool {
        let name = FilePath.names(of: path).last ?? ""
        return name == "Package.swift"
            || name.starts(withBytesOf: "Package@swift-") && name.ends(withBytesOf: ".swift")
    }

    /// The package and the module of a file: its manifest gives the module a folder, or the file is below `Sources/MODULE`.
    ///
    /// - Returns: `nil` for another file, and where a manifest gives modules folders that are not literals.
    private func place(of path: String, _ packages: [String: [Manifest]]) -> (package: String, module: String)? {
        let folders = Array(FilePath.names(of: path).dropLast())
        for count in stride(from: folders.count, through: 0, by: -1) {
            guard let manifests = packages[folders[..<count].joined(separator: "/")] else { continue }
            let package = folders[..<count].joined(separator: "/")
            let inside = Array(folders[count...])
            var moved: Set<String> = []
            for manifest in manifests {
                guard let targets = manifest.targets else { return nil }
                moved.formUnion(targets.keys)
                let found = targets.filter { inside.starts(with: $0.value) }
                if let target = found.max(by: { $0.value.count < $1.value.count }) {
                    return (package, target.key)
                }
            }
            // A manifest beside an app may declare other modules only.
            guard inside.count > 1, inside[0] == "Sources", !moved.contains(inside[1]),
                manifests.contains(where: { $0.names.contains(inside[1]) })
            else { return nil }
            return (package, inside[1])
        }
        return nil
    }

    // MARK: Files

    /// The files that may belong to the app, in words; `nil` if there are none.
    private func files(
        in paths: [String], _ packages: [String: [Manifest]], _ content: Content
    ) throws(GitFailure) -> String? {
        let modules = ScannedModules(sources)
        let known = Set(sources.map(\.name))
        let isApp = sources.contains { $0.scanned.isMain || FilePath.names(of: $0.name).last == "main.swift" }
        let places = sources.map { place(of: $0.name, packages) }
        let isPackage = places.allSatisfy { $0 != nil }
        let folders = Set(places.compactMap { $0.map { "\($0.package)/\($0.module)" } })
        let readers = EntryPoints.modules.union(modules.readers)
        let tests = try testFolders(in: paths, content)
        let mentioning = Set(try search.files(withWords: readers.union(isPackage ? [] : names.all)))
        var found: [String] = []
        for path in paths where FolderContent.code.includes(path) && !known.contains(path) && !Self.isManifest(path) {
            if let place = place(of: path, packages) {
                // All files of a recorded module are recorded; other modules of the package are those that code imports.
                if folders.contains("\(place.package)/\(place.module)") {
                    found.append(path)
                } else if isApp {
                    continue
                }
            }
            guard found.last != path, mentioning.contains(path),
                !(TestFolder.root(ofFile: path).map { tests.contains($0) } ?? false), let bytes = try content(path)
            else { continue }
            let scanned = ScannedSource(SwiftTokens(scanning: bytes))
            let imported = scanned.importedModules
            let isCaller = !imported.isDisjoint(with: modules.readers)
            let isReader = !imported.isDisjoint(with: EntryPoints.modules)
            // An app that calls the recorded code has modules of its own.
            if isPackage {
                // An executable of the package can be a tool. The app can be beside the package, and in it, its modules import each other.
                let isOutside = place(of: path, packages) == nil
                if isCaller && (isOutside || !isApp) || isReader && isOutside { found.append(path) }
            } else if isCaller || isReader || names.areUsed(in: scanned) {
                found.append(path)
            }
        }
        guard let first = found.first else { return nil }
        let rest = found.count > 1 ? " and \(Count.of(found.count - 1, "further file"))" : ""
        return "\(first)\(rest) elsewhere may belong to the app and \(found.count == 1 ? "reads" : "read") settings"
    }

    /// The folders for tests of which a file imports a framework for tests. `ABTests` of an app is none.
    private func testFolders(in paths: [String], _ content: Content) throws(GitFailure) -> Set<String> {
        guard paths.contains(where: { TestFolder.contains($0) }) else { return [] }
        var found: Set<String> = []
        for path in try search.files(withWords: ScannedSource.testModules) {
            guard let folder = TestFolder.root(ofFile: path), !found.contains(folder), let bytes = try content(path)
            else { continue }
            if ScannedSource(SwiftTokens(scanning: bytes)).isTest { found.insert(folder) }
        }
        return found
    }

    // MARK: Code that is elsewhere

    /// Submodules beside the code, in words. Those inside of it are found with its files, and a package names its own.
    private func submodules(_ packages: [String: [Manifest]]) throws(GitFailure) -> [String] {
        guard sources.contains(where: { place(of: $0.name, packages) == nil }) else { return [] }
        return try search.submodules().map {
            "\(NameText.quoted($0)) is a submodule, whose files are not read, so code of the app may be there"
        }
    }

    /// Links to folders below the code whose files are not recorded, in words.
    ///
    /// - Parameters:
    ///   - code: The paths of the code, from the top of the repository.
    ///   - recorded: The objects of the files that are recorded.
    func links(
        below code: [String], of revision: GitRevision, besides recorded: Set<String>
    ) throws(GitFailure) -> [String] {
        var messages: [String] = []
        for path in try search.links() {
            guard code.contains(where: { $0.isEmpty || path.utf8.starts(with: "\($0)/".utf8) }),
                case .folder = try revision.entries(at: [path])[0]
            else { continue }
            let files = try revision.files(below: path) { FolderContent.code.includes($0) }
            guard !files.allSatisfy({ $0.entry.file.map { recorded.contains($0) } ?? false }) else { continue }
            messages.append("\(NameText.quoted(path)) is a link to a folder, whose files are not read")
        }
        return messages
    }

    // MARK: Code that is not in the repository

    /// Files of Swift that git ignores and that a tag lacks, in words.
    private func ignoredCode(in paths: [String], _ content: Content) throws(GitFailure) -> [String] {
        guard search.isOfRevision else { return [] }
        var messages: [String] = []
        for path in paths where FilePath.names(of: path).last == ".gitignore" {
            for line in (try content(path) ?? []).split(separator: UInt8(ascii: "\n")) {
                let text = String(decoding: line, as: UTF8.self).lowercased()
                guard !text.starts(withBytesOf: "#"), !text.starts(withBytesOf: "!"),
                    text.ends(withBytesOf: ".swift") || text.contains(bytesOf: "generated")
                else { continue }
                messages.append(
                    "\(path) leaves out \(NameText.quoted(String(decoding: line, as: UTF8.self))), so code of the app may not be in the tag"
                )
            }
        }
        return messages
    }

    /// Modules of the repository with the name of a module of the system, in words.
    private func knownNames(
        in paths: [String], _ manifests: [Manifest], _ content: Content
    ) throws(GitFailure) -> [String] {
        let imported = Set(sources.flatMap { $0.scanned.importedModules }).filter { ScannedSource.isSystemModule($0) }
            .subtracting(ScannedModules(sources).names)
        guard !imported.isEmpty else { return [] }
        var named = Set(manifests.flatMap(\.names))
        for path in paths where path.ends(withBytesOf: ".pbxproj") {
            let text = String(decoding: try content(path) ?? [], as: UTF8.self)
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                let words = line.split {
                    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: "\"")].contains($0)
                }
                if words.count == 3, words[0].elementsEqual("productName".utf8) {
                    named.insert(String(decoding: words[2], as: UTF8.self))
                }
            }
        }
        return imported.intersection(named).sorted().map { HiddenRead.module($0).message }
    }
}
