import FlagAnalysis
import FlagResolver

extension JSONType where Value == RuleCode {
    static var ruleCode: JSONType {
        JSONType(JSONSchema(["enum": .array(Rules.documented.map { .string($0.code.rawValue) })])) { code, output in
            output.writer.write(code.rawValue)
        }
        .described(as: "The rule.")
    }
}

extension JSONType where Value == Severity {
    static var severity: JSONType { word.described(as: "How severe a finding is.") }
}
