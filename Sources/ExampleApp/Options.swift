/// The options on the command line.
struct Options {
    var appVersion = "1.0.0"
    var source: String?
    var events: String?
    var certificates: String?
    var cache: String?
    var printsOnce = false
    var startsInBackground = false
    var leavesForeground = false

    static let help = """
        usage: ExampleApp [--app-version VERSION] [--source SOURCE] [--events ADDRESS] [--certificates FILE]
                          [--cache DIRECTORY] [--once] [--background | --leave] [--flag NAME=VALUE]...

        Prints its settings, and prints them again whenever they change. Press Ctrl-C to stop.

          --app-version VERSION  the version of this app (default: 1.0.0)
          --source SOURCE        the source of the settings: a file, a directory, or an address that begins with https:,
                                 file:, or for this machine http:
          --events ADDRESS       a stream of events that tells when a source that is an address may have changed
          --certificates FILE    a PEM file with the authorities to trust for https: instead of those of the system
          --cache DIRECTORY      where to keep the last good settings for the next start
          --once                 print the settings once and exit
          --background           run as an app that the system has launched in the background
          --leave                run as an app that enters the background when it has printed its settings
          --flag NAME=VALUE      override a setting, above every document
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
            case "--once": options.printsOnce = true
            case "--background": options.startsInBackground = true
            case "--leave": options.leavesForeground = true
            case "--app-version", "--source", "--events", "--certificates", "--cache", "--flag":
                guard let value = rest.next() else { return .mistake("\(argument) needs a value") }
                options.set(argument, value)
            default: return .mistake("\(argument) is not an option; expected one of the options below")
            }
        }
        return .options(options)
    }

    private mutating func set(_ option: String, _ value: String) {
        switch option {
        case "--app-version": appVersion = value
        case "--source": source = value
        case "--events": events = value
        case "--certificates": certificates = value
        case "--cache": cache = value
        // The store reads overrides itself.
        default: break
        }
    }
}
