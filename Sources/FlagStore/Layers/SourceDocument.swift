import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The place of a source among the layers of a store.
struct SourceLayer: Hashable, Sendable {
    /// The position of the source in the configuration.
    let index: Int
    let name: String
    let priority: SourcePriority
}

/// A source of the app, whose values a store reads as a layer.
struct LayeredSource: Sendable {
    let layer: SourceLayer
    private let source: any SettingSource
    private let limits: DocumentLimits

    init(_ source: any SettingSource, at index: Int, limits: DocumentLimits) {
        self.source = source
        self.limits = limits
        layer = SourceLayer(index: index, name: source.name, priority: source.priority)
    }

    /// The values now.
    func values() -> SourceDocument {
        SourceDocument(source.values(), of: layer, limits: limits)
    }

    func changes() -> AsyncStream<Void> { source.changes() }
}

/// The values of a source as a document, so that they are read, checked and reported like all others.
struct SourceDocument {
    /// `nil` if the source gives no value.
    let document: SettingsDocument?
    let diagnostics: [StoreDiagnostic]
    private let layer: SourceLayer

    init(_ values: [String: SourceValue], of source: SourceLayer, limits: DocumentLimits) {
        var diagnostics: [StoreDiagnostic] = []
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in values.sorted(by: { ExactText($0.key) < ExactText($1.key) }) {
            do throws(SourceValue.Problem) {
                guard name.utf8.first != UInt8(ascii: "$"), !name.isEmpty else { throw .notASetting }
                let tree = try value.tree(limits)
                writer.write(key: name)
                writer.beginObject()
                writer.write(key: "defaultValue")
                writer.write(0, of: tree)
                writer.endObject()
            } catch {
                diagnostics.append(.unusableSourceValue(name, in: source, error.reason))
            }
        }
        writer.endObject()
        do throws(DocumentError) {
            let document = try SettingsDocument(parsing: writer.bytes, sourceName: source.name, limits: limits)
            self.document = document.names.isEmpty ? nil : document
            if !document.issues.isEmpty { diagnostics.append(.settingIssues(document.issues, in: .app)) }
        } catch {
            document = nil
            diagnostics.append(.unusableSource(source, "\(error)"))
        }
        self.diagnostics = diagnostics
        layer = source
    }

    /// The values as a layer for a context; `nil` if there are none.
    func layered(
        for context: EvaluationContext, _ makeDecoder: @escaping @Sendable () -> JSONDecoder
    ) -> LayeredDocument? {
        document.map { LayeredDocument($0.snapshot(for: context, makeDecoder: makeDecoder), of: layer) }
    }
}

extension SourceValue.Problem {
    fileprivate static let notASetting = SourceValue.Problem(
        reason: "its name is empty or begins with $; expected the name of a setting")
}

extension SourceValue {
    /// The parsed value. One that is not JSON must not make the other values of its source unusable.
    fileprivate func tree(_ limits: DocumentLimits) throws(Problem) -> JSONTree {
        let bytes = try json.get()
        do throws(JSONSyntaxError) {
            return try JSONTree(parsing: bytes, sourceName: "", limits: limits.json)
        } catch {
            throw Problem(reason: "it is not JSON: \(error)")
        }
    }
}
