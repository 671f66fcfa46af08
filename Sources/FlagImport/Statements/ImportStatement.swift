package import FlagAnalysis
package import FlagResolver

/// For whom an imported document gives another value than the other system, or the old value cannot be known.
///
/// ```swift
/// let document = try ImportedDocument(source)
/// let statement = try ImportStatement(source, document)
/// for setting in statement.settings where !setting.isExact { print(setting.name) }
/// ```
///
/// 1. The statement is complete: everybody who is in no case of a setting gets the value of the other system, if the remarks
///    of the source hold.
/// 2. A case lists the values that the other system may have there, and those of the document. There are several of the first
///    if the file does not determine which, and several of the second if a rollout decides.
/// 3. Inputs that the other system always knows, such as the date, are taken as given.
package struct ImportStatement: Sendable {
    package struct Setting: Sendable {
        package let source: SourceSetting
        package let outcome: Outcome

        package var name: String { source.name }

        /// Whether everybody gets the value of the other system.
        package var isExact: Bool { if case .exact = outcome { true } else { false } }
    }

    package enum Outcome: Sendable {
        case exact
        case differs(Difference)
        /// The setting has no default, and is not in the document.
        case leftOut(ImportDoubt)
        /// The setting is too complex, so nothing is known about it.
        case failed(CaseSpace.Failure)
    }

    /// Where a setting differs, and why.
    package struct Difference: Sendable {
        /// The cases, disjoint and in a canonical order.
        package let groups: [Group]
        /// The parts of the file because of which the setting differs, in the order of the file.
        package let doubts: [ImportDoubt]
    }

    /// Cases in which the other system has the same possible values.
    package struct Group: Sendable {
        /// The users. Their terms belong to the axes of the statement.
        package let cases: [Case]
        /// The possible values in the other system, in the order of its rules.
        package let sourceValues: [SourceValue.Content]
        /// The values of the imported document.
        package let importedValues: [ImportedValue]
    }

    /// A value that users of a group get from the imported document.
    package struct ImportedValue: Sendable, Hashable {
        /// Compact JSON.
        package let json: [UInt8]
        /// Who gets it, such as `25 % of "cart"`; `nil` for all others.
        package let share: String?
    }

    /// The axes of the cases.
    package let axes: CaseAxes
    /// The settings in the order of the file.
    package let settings: [Setting]

    /// Compares an imported document with the file that it comes from.
    ///
    /// - Throws: `DocumentError` if the file cannot be compared, because of its size.
    package init(_ source: ImportSource, _ document: ImportedDocument) throws(DocumentError) {
        let model = try SourceModel(source, document.imported)
        let axes = CaseAxes(model.settings, document.settings)
        let parts = document.imported.indices.concurrentMap(partsOfAtLeast: 64) { part in
            var comparison = SettingStatement(source, document, model, CaseSpace(axes))
            return part.map { comparison.setting(at: $0) }
        }
        self.axes = axes
        let all =
            Array(parts.joined()) + document.leftOut.map { Setting(source: $0, outcome: .leftOut($0.missingDefault)) }
        settings = all.sorted { $0.source.span.lowerBound < $1.source.span.lowerBound }
    }
}

extension SourceSetting {
    /// Why the setting has no default to import.
    fileprivate var missingDefault: ImportDoubt {
        var reason = "a setting needs a default"
        if case .unknown(let origin) = defaultValue.content {
            reason = "the default is \(origin), and a setting needs one"
        }
        return ImportDoubt(
            span: defaultValue.span, text: "defaultValue", reason: reason,
            help: "give the default of the app's code, with --default")
    }
}
