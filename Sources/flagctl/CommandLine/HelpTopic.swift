/// A page of the help that is not about a single command, for installations without the documentation.
struct HelpTopic: Sendable {
    let name: String
    /// What the page is about, in a few words without a full stop.
    let summary: String
    let text: String
}
