import FlagResolver

extension JSONType where Value == RolloutPercentage {
    /// A percentage with at most three decimals.
    static var percentage: JSONType {
        JSONType(JSONSchema(["type": "number", "minimum": 0, "maximum": 100])) { percentage, output in
            output.writer.write(raw: percentage.description)
        }
    }
}
