/// What the command line asks for.
struct Options {
    /// Only work whose name holds this text is measured; empty for all.
    private(set) var filter = ""

    /// Where the figures are written as JSON.
    private(set) var json: String?

    /// Further documents to measure with.
    private(set) var documents: [String] = []

    /// The programs that are measured as processes, by the name of their row; none unless told.
    private(set) var flagctl: String?
    private(set) var staticFlagctl: String?

    /// The program as Docs/ReleaseChecks.md builds it: on Linux, with the Swift runtime linked statically.
    var installedFlagctl: String? { staticFlagctl ?? flagctl }

    /// The programs of others that `flagctl` is compared with.
    private(set) var jq: String?
    private(set) var python: String?

    /// The folder of the peers' programs.
    private(set) var peers = "Peers"

    /// Where generated documents and the results of processes are written.
    private(set) var folder = ".build/benchmarks"

    /// Whether only the documents are written.
    private(set) var generatesOnly = false

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard let value = rest.next() else { throw UsageError(description: "\(option) needs a value") }
            switch option {
            case "--filter": filter = value
            case "--json": json = value
            case "--document": documents.append(value)
            case "--flagctl": flagctl = value
            case "--static-flagctl": staticFlagctl = value
            case "--jq": jq = value
            case "--python": python = value
            case "--peers": peers = value
            case "--folder": folder = value
            case "--generate": generatesOnly = true
            default:
                throw UsageError(description: "unknown option \(option); there are --filter TEXT and --json FILE")
            }
        }
    }
}
