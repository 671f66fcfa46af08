package import FlagResolver

/// The users that a question is about, selected by conditions that are written like those of an entry.
///
/// Conditions on versions and those on other axes are independent of each other.
package struct UserSelection: Sendable {
    /// The members of an entry, as a JSON object.
    package let tree: JSONTree

    /// Why conditions cannot select users.
    package enum Problem: Error, Hashable, Sendable {
        case notAnObject
        /// There is no condition.
        case empty
        /// Settings cannot be required, because a selection belongs to no document.
        case requires
        /// A condition is malformed; the text says why.
        case malformed(String)
    }

    /// - Parameter tree: The conditions.
    package init(_ tree: JSONTree) throws(Problem) {
        guard tree.kind(of: 0) == .object else { throw .notAnObject }
        guard tree.member(named: "requires" as StaticString, of: 0) == nil else { throw .requires }
        guard tree.members(of: 0).contains(where: { !tree.isMetadata(key: $0.key) }) else { throw .empty }
        self.tree = tree
        guard let conditions = UserConditions([0], of: tree) else { throw .malformed("the conditions are too large") }
        if let problem = conditions.problem(at: 0) { throw .malformed(problem) }
    }

    /// The start of an entry with these conditions, to which further members can be added.
    var members: String { "\(String(decoding: tree.text(of: 0), as: UTF8.self).dropLast()), " }

    private var conditions: UserConditions? { UserConditions([members]) }

    /// The case space of a document and of these conditions.
    package func space(with document: SettingsDocument) -> CaseSpace {
        conditions?.space(with: document) ?? CaseSpace(document)
    }

    /// The selected users, in a space that was made with the selection.
    package func users(in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap {
        try conditions?.users(at: 0, in: space) ?? VersionMap(.no)
    }

    /// The versions of the selected users.
    package var versions: VersionSet {
        guard let space = conditions?.space, let users = try? users(in: space) else { return .none }
        return users.possibleVersions
    }

    /// The selected users of any version, in a space that was made with the selection.
    func usersOfAnyVersion(in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap {
        // Conditions on versions and on other axes are independent, so all selected versions have the same users.
        VersionMap(try users(in: space).map(\.value).first { $0 != .no } ?? .no)
    }
}
