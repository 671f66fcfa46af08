/// The options on the command line.
struct Options {
    var appVersion = "1.0.0"
    var source: String?
    var certificates: String?
    var cache: String?
    var isOnce = false

    static let help = """
        usage: ExampleApp [--app-version VERSION] [--source SOURCE] [--certificates FILE] [--cache DIRECTORY] [--once]
                          [--flag NAME=VALUE]...

        Prints its settings, and prints them again whenever they change, until it is ended.

          --app-version VERSION  the version that it takes itself for; 1.0.0 unless told otherwise
          --source SOURCE        where its settings come from: a file, a directory, or an address with https:, with
                                 http: on this machine, or with file:
          --certificates FILE    the authorities to trust for https: instead of those of the system, in a PEM file
          --cache DIRECTORY      where it keeps the last good settings for its next start
          --once                 prints the settings once and ends
          --flag NAME=VALUE      overrides a setting, above every document
        """

    enum Parsed {
        case options(Options)
        case help
        case mistake(String)
    }

    static func parse(_ arguments: some Sequence<String>) -> Parsed {
        var options = Options()
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h": return .help
            case "--once": options.isOnce = true
            case "--app-version", "--source", "--certificates", "--cache", "--flag":
                guard let value = rest.next() else { return .mistake("\(argument) has no value after it") }
                options.set(argument, value)
            default: return .mistake("\(argument) is not an option, expected one of those below")
            }
        }
        return .options(options)
    }

    private mutating func set(_ option: String, _ value: String) {
        switch option {
        case "--app-version": appVersion = value
        case "--source": source = value
        case "--certificates": certificates = value
        case "--cache": cache = value
        // The store reads overrides itself.
        default: break
        }
    }
}
