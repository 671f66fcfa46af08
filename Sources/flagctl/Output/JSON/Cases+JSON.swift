import FlagAnalysis
import FlagResolver

extension JSONType where Value == CaseConditions {
    /// The conditions of a case, as members of an entry.
    static var conditions: JSONType {
        let text: JSONLiteral = ["type": "string"]
        return JSONType(
            JSONSchema([
                "type": "object",
                "properties": [
                    "appVersion": text, "when": ["type": "object"], "rollout": ["type": ["object", "array"]],
                    "from": text, "until": text,
                ],
                "additionalProperties": false,
            ])
        ) { conditions, output in
            if let tree = conditions.json { output.writer.write(0, of: tree) }
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
