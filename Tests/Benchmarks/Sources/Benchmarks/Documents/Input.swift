#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document to measure with.
struct Input {
    /// What the columns of the report call it.
    let name: String

    let path: String

    /// Whether the limits of the report are for this document.
    let isLimited: Bool

    /// Whether the peers, which know nothing but what the generated documents have, can read it.
    let isGenerated: Bool

    /// The sizes that documents are generated in; the limits are for the last one.
    private static let settingCounts = [100, 1_000, 10_000]

    /// Writes the generated documents into a folder.
    static func generate(in folder: String) throws {
        for count in settingCounts {
            let input = path(of: count, in: folder)
            try Data(GeneratedDocument.bytes(settings: count)).write(to: URL(filePath: input))
            try Data(GeneratedDocument.bytes(settings: count, isEdited: true))
                .write(to: URL(filePath: editedPath(of: input)))
            try Data(GeneratedDocument.bytes(settings: count, seed: 2)).write(to: URL(filePath: otherPath(of: input)))
        }
        for shape in SingleSetting.allCases {
            for isReversed in [false, true] {
                try Data(shape.document(isReversed: isReversed).utf8)
                    .write(to: URL(filePath: path(of: shape, isReversed: isReversed, in: folder)))
            }
        }
        try Data(TargetingWork.document()).write(to: URL(filePath: targeted(in: folder)))
        for isEdited in [false, true] {
            let bytes = GeneratedDocument.bytes(settings: 10_000, isEdited: isEdited, for: .usersOfFewVersions)
            let path = fewVersions(in: folder)
            try Data(bytes).write(to: URL(filePath: isEdited ? editedPath(of: path) : path))
        }
        try Data(GeneratedPolicies.text.utf8).write(to: URL(filePath: policies(in: folder)))
        try FileManager.default.createDirectory(atPath: code(in: folder), withIntermediateDirectories: true)
        for file in 0..<GeneratedCode.fileCount {
            try Data(GeneratedCode.text(ofFile: file).utf8)
                .write(to: URL(filePath: "\(code(in: folder))/Screen\(file).swift"))
        }
    }

    /// The generated documents in a folder, and other ones.
    static func all(in folder: String, others: [String]) -> [Input] {
        let generated = settingCounts.map { count in
            Input(name: "\(count)", path(of: count, in: folder), isGenerated: true, count == settingCounts.last)
        }
        let read = others.map { path in
            let name = URL(filePath: path).lastPathComponent.prefix { $0 != "." }
            return Input(name: "\(name)", path, isGenerated: false, false)
        }
        return generated + read
    }

    private init(name: String, _ path: String, isGenerated: Bool, _ isLimited: Bool) {
        self.name = name
        self.path = path
        self.isGenerated = isGenerated
        self.isLimited = isLimited
    }

    func bytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// Another revision of a generated document, in which few settings differ.
    static func editedPath(of path: String) -> String { path + ".edited.json" }

    /// A document of the same size in which hardly a setting is as in the first.
    static func otherPath(of path: String) -> String { path + ".other.json" }

    /// A document with one setting of many entries.
    static func path(of shape: SingleSetting, isReversed: Bool, in folder: String) -> String {
        "\(folder)/\(shape.rawValue)\(isReversed ? "-reversed" : "").json"
    }

    /// Policies about the settings that all generated documents have.
    static func policies(in folder: String) -> String { "\(folder)/generated.policies" }

    /// A folder with 100,000 lines of Swift code that read the settings of the largest generated document.
    static func code(in folder: String) -> String { "\(folder)/code" }

    /// A document whose entries test more than the app version.
    static func targeted(in folder: String) -> String { "\(folder)/targeted.json" }

    /// A document like ``targeted(in:)``, with fewer versions and more salts.
    static func fewVersions(in folder: String) -> String { "\(folder)/few-versions.json" }

    private static func path(of count: Int, in folder: String) -> String {
        "\(folder)/\(count).json"
    }
}
