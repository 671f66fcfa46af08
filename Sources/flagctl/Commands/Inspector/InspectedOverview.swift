import FlagAnalysis
import FlagResolver
import FlagServer

/// What the page of the inspector needs before its first question.
struct InspectedOverview {
    let inspected: InspectedDocument
    let document: LoadedDocument
    let inputs: ContextInputs
    let mentioned: MentionedInputs

    init(_ inspected: InspectedDocument, _ document: LoadedDocument) {
        self.inspected = inspected
        self.document = document
        inputs = ContextInputs(of: document.settings.indices, in: document.settings)
        mentioned = MentionedInputs(of: document.settings)
    }

    static let json = JSONObject<InspectedOverview> {
        Member("name", .text, "The name of the document in paths; empty for the only one.") { $0.inspected.name }
        Member("source", .text, "The source of the document.") { $0.inspected.source }
        Member("etag", .text, "The entity tag of the document.") { $0.inspected.entityTag }
        Member(optional: "documentVersion", .count, "The version that the document states.") {
            $0.document.settings.documentVersion.map { Int(clamping: $0) }
        }
        Member(optional: "secondsSinceChange", .count, "How long ago it was replaced; missing if it was not.") {
            $0.inspected.secondsSinceChange.map { Int(clamping: $0) }
        }
        Member("allowsDate", .bool, "Whether the date of a context counts.") { $0.inspected.allowsDate }
        Member("testsDate", .bool, "Whether an entry has a schedule.") { $0.inputs.testsDate }
        Member("testsTargetingKey", .bool, "Whether an entry tests the targeting key.") { $0.inputs.testsTargetingKey }
        Member("versions", .list(of: .version), "Versions that the document mentions, in ascending order.") {
            $0.mentioned.versions
        }
        Member("attributes", .list(of: attribute), "The attributes that entries test, by name.") { overview in
            overview.inputs.attributes.map { overview.mentioned.attribute(named: $0) }
        }
        Member("settings", .list(of: .utf8), "The settings, by name.") { overview in
            overview.document.indicesByName().map { overview.document.settings.nameBytes(of: $0) }
        }
    }

    private static let attribute = JSONObject<MentionedInputs.Attribute> {
        Member("name", .text, "The attribute.") { $0.name }
        Member(optional: "type", .word, "Its declared type; missing if it has none.") { $0.type }
        Member("values", .list(of: .value), "Values that the document mentions.") { $0.values }
    }
}
