import FlagAnalysis
import FlagResolver

extension JSONType where Value == CaseConditions {
    /// The conditions of a case, as members of an entry.
    static var conditions: JSONType {
        // The schema of documents describes the members, which are those of an entry.
        JSONType(JSONSchema([:])) { conditions, output in
            conditions.write(to: &output.writer)
        }
        .described(as: "Who is in the case, as the conditions of an entry. No conditions: everybody.")
    }
}

extension JSONType where Value == Double {
    /// A part of a whole, from 0 to 1.
    static var share: JSONType {
        JSONType(JSONSchema(["type": "number", "minimum": 0, "maximum": 1])) { share, output in
            output.writer.write(raw: Array("\(share)".utf8))
        }
    }

    /// What the share of a case is.
    static var shareDescription: String {
        "The part of those who satisfy the other conditions that is in the rollouts. For several rollouts it is a product, "
            + "which holds if they are independent."
    }
}

/// Users as a case, at one range of dates.
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
            Member(optional: "share", .share, JSONType<Double>.shareDescription) { $0.space.share(of: $0.item) }
        }
    }
}
