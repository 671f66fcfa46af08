package import FlagResolver

/// Conditions outside a document, written and read like those of an entry.
package struct UserConditions: Sendable {
    /// A document with a setting for each condition.
    private let document: SettingsDocument

    /// Conditions have passed the limits of their own text; together they may exceed those of a document.
    private static let limits = DocumentLimits(
        byteCount: .max, depth: .max, settingCount: .max, entryCount: .max, stringByteCount: .max)

    /// - Parameter conditions: Nodes of objects with the members of an entry, except its value.
    package init(_ conditions: [Int], of tree: JSONTree) throws(DocumentError) {
        try self.init(
            conditions.map { node in
                let text = String(decoding: tree.text(of: node), as: UTF8.self)
                return tree.members(of: node).contains { _ in true } ? "\(text.dropLast()), " : "{"
            })
    }

    /// - Parameter conditions: The start of each object, to which further members can be added.
    init(_ conditions: [String]) throws(DocumentError) {
        let settings = conditions.enumerated().map { index, members in
            "\"\(index)\": {\"defaultValue\": false, \"valuesByVersion\": [\(members)\"value\": true}]}"
        }
        let text = [UInt8]("{\(settings.joined(separator: ", "))}".utf8)
        document = try SettingsDocument(parsing: text, limits: Self.limits)
    }

    /// The case space of these conditions alone.
    package var space: CaseSpace { CaseSpace(document) }

    /// The case space of a document and of these conditions.
    package func space(with document: SettingsDocument) -> CaseSpace { CaseSpace(document, self.document) }

    /// What is wrong with a condition, by its index; `nil` if it is well-formed.
    package func problem(at index: Int) -> String? {
        document.issues.first { $0.settingIndex == document.index(named: "\(index)") }?.message
    }

    /// The users who satisfy a condition, by its index.
    package func users(at index: Int, in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap {
        guard let setting = document.index(named: "\(index)") else { return VersionMap(.no) }
        return try space.isTrue(setting, in: .second)
    }

    /// Whether a condition, by its index, holds for one context.
    func holds(at index: Int, for context: EvaluationContext) -> Bool {
        document.index(named: "\(index)").map { document.resolve($0, for: context).kind == .true } ?? false
    }
}
