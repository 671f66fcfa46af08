import FlagAnalysis
import FlagResolver

extension JSONType where Value == CaseConditions {
    /// The conditions of a case, as members of an entry.
    static var conditions: JSONType {
        // The schema of documents describes the members, which are those of an entry.
        JSONType(JSONSchema([:])) { conditions, output in
            conditions.write(to: &output.writer)
        }
        .described(as: "The users of the case, as the conditions of an entry. No conditions means everybody.")
    }
}

extension JSONType where Value == ExactDecimal {
    /// A part of a whole, from 0 to 1.
    static var share: JSONType {
        JSONType(JSONSchema(["type": "number", "minimum": 0, "maximum": 1])) { share, output in
            output.writer.write(raw: "\(share)")
        }
    }

    /// The description of the share of a case.
    static var shareDescription: String {
        "The share of the users who satisfy the other conditions that is in the rollouts. For several rollouts it is the "
            + "product of their shares, which assumes that they are independent."
    }
}

/// A case with its conditions in one range of dates.
struct UserCase {
    let space: CaseSpace
    let item: Case
    let conditions: CaseConditions

    /// Cases; `nil` if only the version decides.
    static func all(_ cases: [Case], in space: CaseSpace) -> [UserCase]? {
        guard cases.contains(where: { !$0.terms.isEmpty }) else { return nil }
        return cases.flatMap { item in
            space.conditions(of: item).map { UserCase(space: space, item: item, conditions: $0) }
        }
    }
}

extension JSONObject where Owner == UserCase {
    static var users: JSONObject {
        JSONObject("users") {
            Member("conditions", .conditions) { $0.conditions }
            Member(optional: "share", .share, JSONType<ExactDecimal>.shareDescription) { $0.space.share(of: $0.item) }
        }
    }
}
