/// Where code names settings: the places that declare keys, the places that read settings, and the places that hide names.
///
/// ```swift
/// let source = SwiftTokens(scanning: Array(#"if snapshot.value(for: "payments", default: false) {}"#.utf8))
/// CodeReferences(in: [source]).references.map(\.name)  // ["payments"]
/// ```
///
/// 1. Names are seen as text: in `SettingKey("…")`, `value(for: "…")`, `resolution(of: "…")` and `group("…")`.
/// 2. A key is followed to its uses: `.payments`, `SettingKey.payments`, `Flags.Checkout.style`, a constant, a typealias. Types
///    are not known, so ``SettingReference/Certainty`` states how sure that is.
/// 3. A declaration of a key does not read the setting, and neither does a list of all keys or an override.
/// 4. Decoded models are not seen.
package struct CodeReferences: Sendable {
    /// Ordered by source, then by location.
    package let references: [SettingReference]
    /// Names that cannot be seen, in the same order.
    package let unseen: [UnseenName]

    /// - Parameters:
    ///   - sources: The sources. A reference holds the index of its source.
    ///   - keys: Keys that are declared elsewhere, such as in generated code.
    /// - Complexity: O(*n*) in the number of bytes, if few names are those of keys.
    package init(in sources: [SwiftTokens], keys: [SettingKeyPath] = []) {
        self.init(in: sources.map { ScannedSource($0) }, keys: keys)
    }

    /// The same for sources that were scanned before.
    package init(in sources: [ScannedSource], keys: [SettingKeyPath] = []) {
        var uses = KeyUses()
        for (number, source) in sources.enumerated() { uses.add(source.scan, source: number) }
        for key in keys { uses.add(key) }
        var references: [SettingReference] = []
        var unseen: [UnseenName] = []
        for (number, source) in sources.enumerated() {
            let scan = source.scan
            let found = uses.references(in: source.tokens, number: number, lists: scan.lists)
            references += (scan.references.map { $0.inSource(number) } + found).sorted {
                ($0.span.lowerBound, $0.span.upperBound, $0.name) < ($1.span.lowerBound, $1.span.upperBound, $1.name)
            }
            unseen += scan.unseen.map { UnseenName(reason: $0.reason, source: number, span: $0.span) }
                .sorted { $0.span.lowerBound < $1.span.lowerBound }
        }
        self.references = references
        self.unseen = unseen
    }
}

/// A source with what it shows by itself, so that it can be compared with other sources again and again.
package struct ScannedSource: Sendable {
    package let tokens: SwiftTokens
    let scan: NameScan
    let outline: CodeOutline

    /// - Complexity: O(*n*) in the number of tokens.
    package init(_ tokens: SwiftTokens) {
        self.tokens = tokens
        scan = NameScan(tokens)
        outline = CodeOutline(tokens)
    }

    /// The types and defaults of the names that appear as text, in the order of the code.
    package var reads: [CodeRead] { scan.reads }

    /// The enums whose raw values are strings.
    package var enums: [CodeEnum] { scan.enums }
}
