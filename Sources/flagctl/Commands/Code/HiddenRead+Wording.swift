import FlagAnalysis
import FlagReferences
import FlagResolver

extension HiddenRead {
    var message: String {
        switch self {
        case .functionValue(let name): "\(quoted(name)) is a value here, so its calls are not seen"
        case .typeValue(let name): "\(quoted(name)) is a value here, so what is made of it is not seen"
        case .typeAlias(let name): "\(quoted(name)) has another name, under which it is not looked for"
        case .cast: "a value of any type is taken for a key"
        case .conformance(let type, let other):
            "\(quoted(type)) conforms to \(quoted(other)), through which its settings can be read under other names"
        case .inferredType(let name):
            "the type decides what is decoded: \(quoted(name)) is inferred by a function that decodes any type"
        case .slashOperator:
            "an operator has \"/\", so code after it may be taken for a regular expression"
        case .allSettings: "the values of all settings are read"
        case .keyWithoutType: "this may be a key whose type is not written"
        case .unknownKey(let type): "\(quoted(type)) is declared neither in the code nor in a document that is given"
        case .otherDocument(let type, let path):
            "\(quoted(type)) has the keys of \(NameText.quoted(path)), which is not given"
        case .module(let name): "the code of the module \(quoted(name)) is not among the files"
        case .testableImport(let name): "\(quoted(name)) is imported with its internal declarations"
        case .macro: "a macro writes code that is not seen"
        case .effort(let count):
            "the search for reads was given up: the file has \(ShortText.grouped(count)) declarations, and types that inherit or contain each other"
        case .model(let name, let problem): "the model \(quoted(name)) is not understood: \(problem.message)"
        }
    }

    var help: String {
        switch self {
        case .functionValue, .typeValue, .cast, .keyWithoutType:
            "call it with the whole name, or check by hand what it reads"
        case .typeAlias: "use its own name, or check by hand what it reads"
        case .conformance, .inferredType, .testableImport, .macro: "check by hand which settings it reads"
        case .slashOperator:
            "an operator begins with \"/\", so code after it may be taken for a regular expression"
        case .effort: "leave the file out, or divide it"
        case .allSettings: "read settings by their keys, or check by hand which of the values are used"
        case .unknownKey, .otherDocument: "add --document FILE with the document that its keys are generated from"
        case .module:
            "add the code of the module; if it reads no settings, name it in \"modulesWithoutSettings\" of flagctl.json"
        case .model: "check by hand which settings the model has, or record it in a test with FlagStoreTesting"
        }
    }

    private func quoted(_ name: String) -> String { NameText.quoted(name) }
}

extension HiddenRead.ModelProblem {
    fileprivate var message: String {
        switch self {
        case .notDeclared: "it is not declared in the code"
        case .ambiguous: "several types have its name"
        case .generic: "it is generic"
        case .decodesItself: "it decodes itself"
        case .codingKeys: "its coding keys are not an enum with literal names"
        case .aliases: "its coding keys have aliases"
        case .family: "the keys of a numbered family depend on the document"
        case .superclass: "it has a superclass"
        case .attribute(let name): "the attribute @\(name) may change how it is decoded"
        case .member(let name): name.isEmpty ? "a member has no name that is read" : "the member \(name) is not read"
        case .memberType(let type): "the type \(type) is not read"
        case .collection: "it is the element of a collection, whose keys are not known"
        case .keyStrategy: "a decoder converts keys in a way that only runs show"
        case .cycle: "it contains itself"
        case .size: "it has too many members, or is nested too deeply"
        }
    }
}
