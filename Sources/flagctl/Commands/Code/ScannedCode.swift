import FlagCode
import FlagReferences
import FlagResolver
import FlagStore

/// Swift sources, and the settings that they name.
struct ScannedCode {
    let references: CodeReferences
    let fileCount: Int
    let lineCount: Int
    private let texts: [SourceText]

    /// - Parameter keys: Keys that are declared elsewhere, such as in generated code.
    init(_ sources: [(name: String, bytes: [UInt8])], keys: [SettingKeyPath] = []) {
        let tokens = sources.map { SwiftTokens(scanning: $0.bytes) }
        references = CodeReferences(in: tokens, keys: keys)
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

    private static let maximumByteCount = 16 << 20

    /// Reads the sources that operands name. Reports those that cannot be read.
    static func read(
        _ operands: [String], of arguments: ParsedArguments, keys: [SettingKeyPath], in session: inout Session
    ) -> ScannedCode {
        ScannedCode(sources(operands, of: arguments, in: &session), keys: keys)
    }

    /// The names and the bytes of the sources that operands name. Reports those that cannot be read.
    static func sources(
        _ operands: [String], of arguments: ParsedArguments, in session: inout Session
    ) -> [(name: String, bytes: [UInt8])] {
        let inputs = InputSources(
            operands, standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles, of: .code)
        var sources: [(name: String, bytes: [UInt8])] = []
        inputs.forEachUnique(in: &session) { source, session in
            let bytes = source.bytes(
                atMost: Self.maximumByteCount, "the source has", help: "leave it out", in: &session)
            if let bytes { sources.append((source.name, bytes)) }
        }
        return sources
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
