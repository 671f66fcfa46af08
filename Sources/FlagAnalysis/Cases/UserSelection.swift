package import FlagResolver

/// The users that a question is about, selected by conditions that are written like those of an entry.
///
/// Conditions on versions and those on other axes are independent of each other.
package struct UserSelection: Sendable {
    /// The members of an entry, as a JSON object.
    package let text: String
    /// The versions of the selected users.
    package let versions: VersionSet
    private let conditions: UserConditions

    /// Why conditions cannot select users.
    package enum Problem: Error, Hashable, Sendable {
        case notAnObject
        /// There is no condition.
        case empty
        /// Settings cannot be required, because a selection belongs to no document.
        case requires
        /// A member gives a value, which only an entry has.
        case value(member: String)
        /// A condition is malformed, or the conditions cannot be analysed; the text says why.
        case malformed(String)
    }

    /// - Parameter node: The conditions.
    package init(_ tree: JSONTree, at node: Int = 0) throws(Problem) {
        guard tree.kind(of: node) == .object else { throw .notAnObject }
        guard tree.member(named: "requires" as StaticString, of: node) == nil else { throw .requires }
        for member in ["value", "defaultValue"] where tree.member(named: member, of: node) != nil {
            throw .value(member: member)
        }
        let hasConditions = tree.members(of: node).contains { key, _ in
            !tree.isMetadata(key: key) && tree.string(at: key) != "name"
        }
        guard hasConditions else { throw .empty }
        text = String(decoding: tree.text(of: node), as: UTF8.self)
        do throws(DocumentError) {
            conditions = try UserConditions([node], of: tree)
        } catch {
            throw .malformed(error.message)
        }
        if let problem = conditions.problem(at: 0) { throw .malformed(problem) }
        do throws(CaseSpace.Failure) {
            versions = try conditions.users(at: 0, in: conditions.space).possibleVersions
        } catch {
            throw .malformed(error.message())
        }
    }

    /// The start of an entry with these conditions, to which further members can be added.
    var members: String { "\(text.dropLast()), " }

    /// The case space of a document and of these conditions.
    package func space(with document: SettingsDocument) -> CaseSpace { conditions.space(with: document) }

    /// The selected users, in a space that was made with the selection.
    package func users(in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap {
        try conditions.users(at: 0, in: space)
    }

    /// The versions of the selected users who have the given parts of a context, apart from its version.
    package func versions(fixing context: EvaluationContext) -> VersionSet {
        let space = conditions.space
        let axes = space.fixedAxes(of: context, isComplete: false)
        // It cannot fail: the users have been computed without these parts, which make them simpler.
        return (try? space.fixing(axes, in: conditions.users(at: 0, in: space)).possibleVersions) ?? versions
    }

    /// The selected users of any version, in a space that was made with the selection.
    func usersOfAnyVersion(in space: CaseSpace) throws(CaseSpace.Failure) -> CaseMap {
        // Conditions on versions and on other axes are independent, so all selected versions have the same users.
        VersionMap(try users(in: space).map(\.value).first { $0 != .no } ?? .no)
    }
}
