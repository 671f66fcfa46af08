import FlagAnalysis
import FlagResolver

/// What `flagctl help` describes.
enum HelpSubject: Sendable {
    case command(Command)
    case topic(HelpTopic)

    /// The command or the topic with a name.
    ///
    /// - Throws: `UsageError` if there is neither, with the nearest name.
    static func required(_ name: String) throws(UsageError) -> HelpSubject {
        if let topic = HelpTopic.all.first(where: { $0.name == name }) { return .topic(topic) }
        do throws(UsageError) {
            return .command(try Command.required(name))
        } catch {
            let names = HelpTopic.all.map(\.name) + Command.all.flatMap(\.allNames)
            throw .unknownCommand(name, suggestion: Spelling.nearest(to: name, in: names))
        }
    }
}
