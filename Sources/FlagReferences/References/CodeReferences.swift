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
        let scans = sources.enumerated().map { NameScan($1, number: $0) }
        var uses = KeyUses()
        for (number, scan) in scans.enumerated() { uses.add(scan, source: number) }
        for key in keys { uses.add(key) }
        var references: [SettingReference] = []
        for (number, scan) in scans.enumerated() {
            let found = uses.references(in: sources[number], number: number, lists: scan.lists)
            references += (scan.references + found).sorted {
                ($0.span.lowerBound, $0.span.upperBound, $0.name) < ($1.span.lowerBound, $1.span.upperBound, $1.name)
            }
        }
        self.references = references
        unseen = scans.flatMap { scan in scan.unseen.sorted { $0.span.lowerBound < $1.span.lowerBound } }
    }
}
