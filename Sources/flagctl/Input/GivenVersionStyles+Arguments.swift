import FlagResolver

extension GivenVersionStyles {
    /// The versions of a command line.
    init(_ arguments: ParsedArguments, of command: Command) {
        let options = command.declarations.filter { $0.role == .versions }
        let operands = command.operandDeclarations.filter { $0.role == .versions }
        let texts =
            options.flatMap { arguments.texts(ofOptionNamed: $0.name) }
            + operands.flatMap { arguments.texts(ofOperandNamed: $0.name) }
        for text in texts.flatMap({ $0.parts(separatedBy: ",", omittingEmpty: true) }) {
            // `ios=7.230.0`, for the documents of one platform.
            let parts = text.parts(separatedBy: "=", maxSplits: 1)
            let isForPlatform = parts.count == 2 && ProjectPlatform.isName(String(parts[0]))
            add(isForPlatform ? parts[1] : text, of: isForPlatform ? String(parts[0]) : nil)
        }
        let files = arguments.platformFiles
        platform = { files.platform(of: $0) }
    }
}
