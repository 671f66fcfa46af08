extension RunFailures {
    /// Something that could not be read, checked or done.
    static let failure = JSONObject<Diagnostic>("failure") {
        Member("input", .text, "The file or other subject.") { $0.subject.name }
        Member(ofOptional: Diagnostic.Location.range) { $0.subject.location }
        Member(optional: "code", .text, "The kind of failure, if it has a name.") { $0.code }
        Member(optional: "setting", .text, "The setting concerned; missing if there is none.") { $0.setting }
        Member("message", .text, "What went wrong.") { $0.message }
        Member(optional: "help", .text, "What to do about it.") { $0.help }
    }
}
