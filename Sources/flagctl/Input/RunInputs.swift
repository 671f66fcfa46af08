/// The files that the command line of a run names: documents and files of expectations, policies, releases, patches.
struct RunInputs {
    /// The operands that are files, as opposed to names and versions.
    let operands: [String]
    /// The files that options name.
    let optionFiles: [String]
    private let content: FolderContent

    init(_ arguments: ParsedArguments, of command: Command) {
        operands = Array(arguments.operands.dropFirst(command.operands.prefix { !$0.isFile }.count))
        optionFiles = command.options.flatMap { option -> [String] in
            if case .file = option.argument { arguments.all(option) } else { [] }
        }
        content = command.folderContent
    }

    var includesStandardInput: Bool { operands.contains("-") || optionFiles.contains("-") }

    /// What the operands stand for now.
    var sources: InputSources { InputSources(operands, standardInputName: "", of: content) }
}
