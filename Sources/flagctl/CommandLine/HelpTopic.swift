/// A page of the help that is about no single command, for programs that are installed without the documentation.
struct HelpTopic: Sendable {
    let name: String
    /// What the page is about, in a few words without a full stop.
    let summary: String
    let text: String
}
