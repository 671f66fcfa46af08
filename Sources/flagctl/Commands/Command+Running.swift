import FlagAnalysis
import FlagResolver

extension Command {
    /// Every command, in the order of the help.
    static let all = CommandName.allCases.map(\.command)

    /// The command with a name or an alias.
    static func named(_ name: String) -> Command? {
        CommandName.allCases.first { $0.rawValue == name }?.command ?? all.first { $0.aliases.contains(name) }
    }

    /// The command with a name or an alias.
    ///
    /// - Throws: `UsageError` if there is none. It suggests the nearest command, or the help of the nearest topic.
    static func required(_ name: String) throws(UsageError) -> Command {
        guard let command = named(name) else {
            let topics = HelpTopic.all.map(\.name)
            let topic = topics.contains(name) ? name : Spelling.nearest(to: name, in: topics)
            let nearest = topics.contains(name) ? nil : Spelling.nearest(to: name, in: all.flatMap(\.allNames))
            throw .unknownCommand(name, suggestion: nearest ?? topic.map { "flagctl help \($0)" })
        }
        return command
    }

    /// Runs the command once. An incomplete run has failed, whatever it found.
    ///
    /// - Throws: `UsageError` if the arguments contradict each other, before anything is written.
    func perform(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) -> ExitStatus {
        let inputs = RunInputs(arguments, of: self)
        try inputs.checkStandardInput()
        do throws(ReportTargets.Conflict) {
            session.reports = try ReportTargets(arguments.reportDestinations, reading: inputs)
        } catch {
            throw error.usageError
        }
        session.givenStyles = GivenVersionStyles(arguments, of: self)
        guard case .success(let trust) = TrustInput.rules(of: arguments, in: &session) else { return .failed }
        session.trust = trust
        if trust != nil, arguments[ifDeclared: .patch]?.isEmpty == false {
            throw .other(
                problem: "--trust excludes --patch: a patch is not signed, so no app that verifies applies it",
                help: "apply it to the document, and sign the result")
        }
        let status = try run(arguments, &session)
        guard session.failures.isEmpty else { return .failed }
        return arguments[ifDeclared: .exitZero] == true ? status.ignoringFindings : status
    }
}
