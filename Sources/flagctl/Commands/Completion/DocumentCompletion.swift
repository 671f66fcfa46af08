import FlagAnalysis
import FlagResolver

/// The words that complete an attribute, `NAME=VALUE`, or a setting, for the documents that a command line names.
enum DocumentCompletion {
    /// The attributes that documents declare in `$attributes` or test, as `NAME=`; or the declared values of one of them.
    ///
    /// - Parameters:
    ///   - word: What has been typed so far.
    ///   - documents: The documents of the command line.
    /// - Returns: The sorted candidates, each of which begins with the word.
    static func attributes(for word: String, in documents: [SettingsDocument]) -> [String] {
        let all =
            if let (name, _) = word.divided(at: "=") {
                documents.flatMap { $0.declaredValues(of: String(name)) }.map { "\(name)=\($0)" }
            } else {
                documents.flatMap { $0.attributeNames }.map { "\($0)=" }
            }
        return words(all, startingWith: word)
    }

    /// The settings of documents.
    ///
    /// - Returns: The sorted names, each of which begins with the word.
    static func settings(for word: String, in documents: [SettingsDocument]) -> [String] {
        words(documents.flatMap(\.names), startingWith: word)
    }

    /// The sorted words that begin with the bytes of a text, each once.
    private static func words(_ words: [String], startingWith start: String) -> [String] {
        Set(words.filter { $0.starts(withBytesOf: start) }.map { ExactText($0) }).sorted().map(\.text)
    }

    /// The documents at some paths. Those that cannot be read are omitted: the command itself will report them.
    static func documents(at paths: [String]) -> [SettingsDocument] {
        InputSources(paths, standardInputName: "").found.compactMap { found in
            found.path.flatMap { InputSource.document(at: $0) }
        }
    }
}

extension SettingsDocument {
    /// The attributes that the document declares or tests, without the targeting key, which has an option of its own.
    fileprivate var attributeNames: [String] {
        let declared = DeclaredAttributes(of: tree).map { Array($0.names) } ?? []
        return (declared + ContextInputs(of: indices, in: self).attributes).filter { $0 != "targetingKey" }
    }

    /// The values that the document declares for an attribute, as `--attribute` takes them.
    fileprivate func declaredValues(of name: String) -> [String] {
        guard let declaration = DeclaredAttributes(of: tree)?[name] else { return [] }
        if declaration.type == .boolean { return ["false", "true"] }
        return (declaration.values ?? []).map { text in
            let value = AttributeValue.string(text)
            // A string that looks like another JSON value has quotes.
            return AttributeValue(argument: text) == value ? text : value.description
        }
    }
}
