/// The files that the command line of a run names: operands, and the files of options.
struct RunInputs {
    /// The operands that are files, as opposed to names and versions.
    private let operands: [String]
    /// The files that options name.
    let optionFiles: [String]
    private let excluded: PathPatterns
    private let content: FolderContent

    init(_ arguments: ParsedArguments, of command: Command) {
        operands = command.operandDeclarations.filter(\.isFile)
            .flatMap { arguments.texts(ofOperandNamed: $0.name) }
        optionFiles =
            command.declarations.flatMap { option -> [String] in
                guard case .file = option.form, option.role != .output else { return [] }
                return arguments.texts(ofOptionNamed: option.name)
            }.filter { !$0.isEmpty } + Self.filesOfPlatforms(arguments, of: command)
        excluded = arguments.excludedFiles
        content = command.folderContent
    }

    /// The lists and records of releases that the command reads for the platforms of the project.
    private static func filesOfPlatforms(_ arguments: ParsedArguments, of command: Command) -> [String] {
        func paths(_ option: String, _ path: (ProjectPlatform) -> String?) -> [String] {
            guard command.option(named: option) != nil, arguments.usesPlatformValues(of: option) else { return [] }
            return arguments.platforms.compactMap(path)
        }
        return paths("releases", \.releases) + paths("readers", \.readers)
    }

    var includesStandardInput: Bool { operands.contains("-") || optionFiles.contains("-") }

    /// Checks that no two arguments are standard input. An operand that is named twice counts once.
    ///
    /// - Throws: `UsageError` if two are.
    func checkStandardInput() throws(UsageError) {
        guard optionFiles.count(where: { $0 == "-" }) + (operands.contains("-") ? 1 : 0) > 1 else { return }
        throw .other(
            problem: "two arguments are standard input (\"-\"), which can be read once",
            help: "name a file for all but one of them")
    }

    /// The documents that the operands name now.
    var sources: InputSources { InputSources(operands, standardInputName: "", excluding: excluded, of: content) }
}

extension ReportTargets {
    /// The destinations of reports, with the inputs of the run protected.
    ///
    /// - Throws: `Conflict` if a report would overwrite an input of the run or another report.
    init(_ destinations: [Destination], reading inputs: RunInputs) throws(Conflict) {
        self.init(destinations)
        guard !destinations.isEmpty else { return }
        let sources = inputs.sources
        protect(inputs, with: sources)
        try check { path, location in sources.operand(including: path, at: location) }
    }

    /// Records all inputs of a run.
    ///
    /// - Parameter sources: The documents that its operands name now.
    mutating func protect(_ inputs: RunInputs, with sources: InputSources) {
        for found in sources.found {
            switch found {
            case .source(.revision): break
            case .source(.standardInput): protectStandardInput()
            case .source(.file(let path)), .source(.listedFile(let path)): protect(path)
            case .failure(let error): protect(error.subject)
            }
        }
        for path in inputs.optionFiles { protect(path) }
        if inputs.optionFiles.contains("-") { protectStandardInput() }
    }
}
