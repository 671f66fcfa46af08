import FlagAnalysis
import FlagCode
import FlagReferences
import FlagResolver
import FlagStore

/// Swift sources, and the settings that they name.
struct ScannedCode {
    let references: CodeInventory
    let fileCount: Int
    let lineCount: Int
    /// Files in other languages.
    let otherFiles: [OtherFile]
    private let texts: [SourceText]

    /// The names of the Swift files.
    var fileNames: [String] { texts.map(\.name) }

    /// - Parameters:
    ///   - keys: Keys that are declared elsewhere, such as in generated code.
    ///   - settings: The names of all settings that are known.
    init(
        _ sources: [(name: String, bytes: [UInt8])], keys: [SettingKeyPath] = [], settings: [String] = [],
        others: [OtherFile] = []
    ) {
        let tokens = sources.map { SwiftTokens(scanning: $0.bytes) }
        references = CodeInventory(of: tokens.map { ScannedSource($0) }, keys: keys, settings: settings)
        otherFiles = others
        texts = zip(sources, tokens).map { SourceText(name: $0.name, bytes: $1.bytes[...]) }
        fileCount = sources.count
        lineCount = tokens.reduce(0) { count, source in
            let breaks = source.bytes.count { $0 == UInt8(ascii: "\n") }
            let endsLine = source.bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
            return count + breaks + (endsLine ? 0 : 1)
        }
    }

    func location(of reference: SettingReference) -> Diagnostic.Location {
        Diagnostic.Location(source: texts[reference.source], span: reference.span)
    }

    func location(of name: UnseenName) -> Diagnostic.Location {
        Diagnostic.Location(source: texts[name.source], span: name.span)
    }

    /// The names of settings in places that are not seen to read them, with the places.
    var mentions: [(setting: String, location: Diagnostic.Location)] {
        references.mentions.map { ($0.setting, Diagnostic.Location(source: texts[$0.source], span: $0.span)) }
            + otherFiles.flatMap { file in
                file.mentions.map {
                    (
                        $0.setting,
                        Diagnostic.Location(source: SourceText(name: file.name, bytes: file.bytes[...]), span: $0.span)
                    )
                }
            }
    }

    private static let maximumByteCount = 16 << 20

    /// Reads the sources that operands name, for the settings of some documents. Reports those that cannot be read.
    static func read(
        _ operands: [String], of arguments: ParsedArguments, _ documents: [LoadedDocument], in session: inout Session
    ) -> ScannedCode {
        let settings = documents.settingNames
        let (sources, others) = files(operands, of: arguments, in: &session)
        let code = ScannedCode(
            sources, keys: documents.flatMap(\.generatedKeys), settings: settings,
            others: others.map { OtherFile($0.name, $0.bytes, settings) })
        for name in code.references.unseen where name.reason.exceedsLimit {
            session.report(
                Diagnostic(
                    subject: .location(code.location(of: name)), severity: .error, message: name.reason.message,
                    help: name.reason.help))
        }
        return code
    }

    typealias File = (name: String, bytes: [UInt8])

    /// The Swift files that operands name, and the files in other languages. Reports those that cannot be read.
    static func files(
        _ operands: [String], of arguments: ParsedArguments, in session: inout Session
    ) -> (sources: [File], others: [File]) {
        let inputs = InputSources(
            operands, standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles, of: .code)
        var (sources, others): ([File], [File]) = ([], [])
        inputs.forEachUnique(in: &session) { source, session in
            let bytes = source.bytes(
                atMost: Self.maximumByteCount, "the source has", help: "leave it out", in: &session)
            guard let bytes else { return }
            if FolderContent.otherCode.includes(source.name) {
                others.append((source.name, bytes))
            } else {
                sources.append((source.name, bytes))
            }
        }
        let folders = operands.filter { (try? FileSystem.entry(at: $0))?.kind == .folder }
        let found = InputSources(
            folders, standardInputName: "", excluding: arguments.excludedFiles, of: .otherCode
        ).found
        for case .source(let source) in found {
            // Such a file is searched for names only: one that is too large to be code has none.
            if let bytes = try? source.read(atMost: Self.maximumByteCount) { others.append((source.name, bytes)) }
        }
        return (sources, others)
    }
}

extension [LoadedDocument] {
    /// The names of all settings.
    var settingNames: [String] {
        flatMap { document in document.settings.indices.map { document.settings.name(of: $0) } }
    }
}

extension LoadedDocument {
    /// The keys that generated code has for the settings.
    var generatedKeys: [SettingKeyPath] {
        let namespaces = Set(
            [SwiftIdentifier(namespaceForFile: FilePath.split(name).name), SwiftIdentifier(namespace: "Flags")]
                .compactMap { $0 })
        let names = SwiftNames(of: settings).settings
        return namespaces.sorted { $0.text < $1.text }.flatMap { namespace in
            names.map { name in
                SettingKeyPath(
                    setting: name.name, types: Array(name.components(in: namespace).dropLast()),
                    member: name.member.text)
            }
        }
    }
}
