import FlagAnalysis
import FlagResolver

/// The problems of a JSON file that people write for `flagctl`, each with its location.
struct FileProblems {
    let tree: JSONTree
    let source: SourceText
    /// The code of every problem.
    let code: String
    /// The first problems, in the order in which they were found.
    private var listed: [Diagnostic] = []
    /// The number of problems after the first ones.
    private var furtherCount = 0

    /// More problems of one file are only counted.
    private static let maximumCount = 100

    init(in tree: JSONTree, named name: String, code: String) {
        self.tree = tree
        self.code = code
        source = SourceText(name: name, bytes: tree.bytes[...])
    }

    /// The problems in the order in which they were found, and then how many further ones there are.
    var diagnostics: [Diagnostic] { listed + further }

    /// The problems in the order of their locations, and then how many further ones there are.
    var diagnosticsByLocation: [Diagnostic] {
        listed.sorted {
            ($0.subject.location?.span.lowerBound ?? 0) < ($1.subject.location?.span.lowerBound ?? 0)
        } + further
    }

    private var further: [Diagnostic] {
        guard furtherCount > 0 else { return [] }
        return [
            Diagnostic(
                subject: .name(source.name), severity: .error,
                message: "there \(furtherCount == 1 ? "is" : "are") \(Count.of(furtherCount, "further problem"))",
                code: code,
                help: "correct the first ones, and run it again")
        ]
    }

    /// Whether further problems are only counted, so that their wording would be wasted.
    var isFull: Bool { listed.count >= Self.maximumCount }

    /// Counts a problem that is not listed.
    mutating func addFurther() { furtherCount += 1 }

    /// The location of a value or a key.
    func location(of node: Int) -> Diagnostic.Location {
        Diagnostic.Location(source: source, span: tree.nodes[node].span)
    }

    /// The values of the members of an object. Unknown members are problems, unless they begin with `$`.
    mutating func members(of object: Int, known: [String]) -> [String: Int] {
        var found: [String: Int] = [:]
        for member in tree.members(of: object) {
            let key = tree.string(at: member.key) ?? ""
            if known.contains(key) {
                found[key] = member.value
            } else if !tree.isMetadata(key: member.key) {
                guard !isFull else {
                    addFurther()
                    continue
                }
                let suggestion = Spelling.nearest(to: key, in: known)
                add(
                    at: member.key, "unknown member \(quoted(key))",
                    help: suggestion.map { Spelling.didYouMean("\"\($0)\"") }
                        ?? "the members are \(known.joined(separator: ", "))")
            }
        }
        return found
    }

    mutating func add(at node: Int, _ message: String, help: String? = nil, related: Int? = nil) {
        add(at: tree.nodes[node].span, message, help: help, related: related)
    }

    mutating func add(at span: Range<Int>, _ message: String, help: String? = nil, related: Int? = nil) {
        guard !isFull else { return addFurther() }
        listed.append(
            Diagnostic(
                subject: .location(Diagnostic.Location(source: source, span: span)), severity: .error, message: message,
                code: code,
                related: related.map { [.init(location: location(of: $0), message: "the first is here")] } ?? [],
                help: help))
    }
}
