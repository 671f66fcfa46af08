import FlagAnalysis
import FlagPublishing
import FlagResolver
import FlagServer
import FlagServerMicrohttpd
import FlagStore
import FlagStoreTrust

/// One run of `serve`, from the checks before it listens to its end.
struct ServeRun {
    private let arguments: ParsedArguments
    /// The socket that a service manager passed on; `nil` if there is none.
    private let passed: ListeningSocket?
    private let address: ListenAddress
    private let sources: [NamedSource]
    /// The locations of the sources.
    private var locations: [DocumentLocation] = []

    /// How long a start waits for a source whose document is on disk.
    private static let maximumWait = Duration.seconds(5)

    /// - Throws: `UsageError` if the options contradict each other.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        passed = ListeningSocket.passed
        address = passed.map { ListenAddress(host: $0.host, port: $0.port) } ?? arguments[.listen]
        sources = arguments[.sources]
        guard address.isLoopback || arguments[.keys] != nil else {
            throw .other(
                problem:
                    "\(passed == nil ? "--listen" : "the socket of the service manager") \(address.shownHost):\(address.port) accepts requests from other machines, so --keys is required",
                help: "add --keys FILE, or listen on 127.0.0.1")
        }
        if let management = arguments[.managementListen], !management.isLoopback, arguments[.keys] == nil {
            throw .other(
                problem:
                    "--management-listen \(management.shownHost):\(management.port) accepts requests from other machines, "
                    + "so --keys is required for /metrics",
                help: "add --keys FILE, or listen on 127.0.0.1")
        }
        guard sources.count == 1 || sources.allSatisfy({ !$0.name.isEmpty }) else {
            throw .other(
                problem: "several documents need names, which become their paths",
                help: "name each of them: app=\(sources.first { $0.name.isEmpty }?.source ?? "app.json")")
        }
        var names: Set<String> = []
        for source in sources where !names.insert(source.name).inserted {
            throw .other(problem: "two documents have the name \(quoted(source.name))", help: "choose another name")
        }
        for source in sources { locations.append(try arguments.location(source.source, of: "[NAME=]SOURCE")) }
        try checkHeaderFiles()
    }

    /// Checks that no key is sent to the wrong server.
    private func checkHeaderFiles() throws(UsageError) {
        for file in arguments[.headerFile] {
            if let name = file.name {
                guard sources.contains(where: { $0.name == name }) else {
                    throw .other(
                        problem: "--header-file \(name)=\(file.path): no source has the name \(quoted(name))",
                        help: sources.allSatisfy(\.name.isEmpty)
                            ? "the only source has no name; write --header-file \(file.path)"
                            : "the names are \(sources.map(\.name).joined(separator: ", "))")
                }
            } else {
                var servers: [DocumentAddress] = []
                for case .http(let address) in locations { servers.append(address) }
                guard servers.first.map({ first in servers.allSatisfy { first.allowsRedirect(to: $0) } }) ?? true else {
                    throw .other(
                        problem: "--header-file \(file.path) would go to several servers",
                        help: "name the document that it is for: --header-file NAME=\(file.path)")
                }
            }
        }
    }

    func run(in session: inout Session) -> ExitStatus {
        ServeSignals.block()
        let keyFile = arguments[.keys].map { KeyFile($0) }
        var keys: AccessKeys?
        if let keyFile {
            switch keyFile.read() {
            case .keys(let found): keys = found
            case .problem(let diagnostic):
                session.report(diagnostic)
                return .failed
            }
        }
        var readers: DocumentReaders?
        if let path = arguments[.shownReaders] {
            readers = ReaderFolder(path).readers(in: &session)
            if readers == nil { return .failed }
        }
        var accessLog: AccessLogFile?
        if let path = arguments[.accessLog] {
            accessLog = AccessLogFile(path, in: &session)
            if accessLog == nil { return .failed }
        }
        defer { accessLog?.finish() }
        guard let library = library(in: &session) else { return .failed }
        let clock = SystemClock()
        let served: [ServedSource]
        switch open(clock, in: &session) {
        case .served(let sources): served = sources
        case .ended(let status): return status
        }
        defer { for source in served { source.close() } }
        let socket: ListeningSocket
        let server: HTTPServer
        var management: (server: HTTPServer, address: ListenAddress)?
        let service: FlagService
        var listening = address
        do throws(HTTPServerFailure) {
            if let passed {
                socket = passed
            } else {
                socket = try ListeningSocket(
                    host: address.host, port: address.port, sharesPort: arguments[.sharePort])
            }
            service = FlagService(configuration(keys: keys, readers, accessLog), slots: served.map(\.slot))
            server = try HTTPServer(library, socket, options, service: service) {
                ServerTime(date: WallClock.now, monotonic: clock.monotonicTime)
            }
            if let address = arguments[.managementListen] {
                listening = address
                management = try startManagement(library, at: address, service, clock)
            }
        } catch {
            session.report(error.diagnostic(for: listening))
            return .failed
        }
        if let count = HTTPServer.allowConnections(options) {
            session.report(finding: .fewConnections(count, wanted: options.connectionLimit + options.streamLimit))
        }
        session.output.write("listening on http://\(address.shownHost):\(socket.port)\n")
        if let (_, address) = management {
            session.output.write("management on http://\(address.shownHost):\(address.port)\n")
        }
        _ = session.flush()
        return ServeLoop(
            server: server, management: management?.server, service: service, sources: served, keyFile: keyFile,
            drainDelay: arguments[.drainDelay]
        ).run(in: &session)
    }

    private func library(in session: inout Session) -> MicrohttpdLibrary? {
        do throws(HTTPServerFailure) {
            return try MicrohttpdLibrary()
        } catch {
            session.report(error.diagnostic(for: address))
            return nil
        }
    }

    /// The outcome of opening the sources.
    private enum Opening {
        /// Each source has a document.
        case served([ServedSource])
        /// A source has none, which has been reported, or a signal ended the start.
        case ended(ExitStatus)
    }

    private func open(_ clock: SystemClock, in session: inout Session) -> Opening {
        var served: [ServedSource] = []
        guard let reader = DocumentReader(patches: [], session: &session) else { return .ended(.failed) }
        for (source, location) in zip(sources, locations) {
            guard let configuration = documents(from: location, for: source, reader, in: &session) else { continue }
            served.append(
                ServedSource(
                    name: source.name, source: source.source, configuration, documentCount: sources.count, clock: clock)
            )
        }
        guard served.count == sources.count else { return .ended(.failed) }
        for source in served { source.start() }
        if let status = awaitFirstReads(of: served, clock) {
            for source in served { source.close() }
            return .ended(status)
        }
        for source in served where source.slot.document == nil {
            for event in source.takeEvents() { session.report(event.diagnostic(keepsDocument: false)) }
        }
        guard served.allSatisfy({ $0.slot.document != nil }) else {
            for source in served { source.close() }
            return .ended(.failed)
        }
        for source in served {
            guard let age = source.ageOnDisk else { continue }
            let event = ServeEvent.startedFromCache(
                source: source.slot.source, age: age, problem: source.takeProblem())
            session.report(finding: event.diagnostic(keepsDocument: true))
        }
        return .served(served)
    }

    /// Waits until all sources have been read once, but only briefly for those with a document on disk.
    ///
    /// - Returns: The exit status if a signal ended the wait.
    private func awaitFirstReads(of served: [ServedSource], _ clock: SystemClock) -> ExitStatus? {
        let deadline = clock.monotonicTime + Self.maximumWait
        while served.contains(where: { source in
            source.attemptCount == 0 && (source.slot.document == nil || clock.monotonicTime < deadline)
        }) {
            switch ServeSignals.take() {
            case .terminate?: return .clean
            case .interrupt?: RunningProcess.end(130)
            // All sources are already being read.
            case .reload?, nil: RunningProcess.wait(milliseconds: 2)
            }
        }
        return nil
    }

    /// How the documents of a source are fetched and kept; `nil` if it cannot be read, which has been reported.
    private func documents(
        from location: DocumentLocation, for source: NamedSource, _ reader: DocumentReader, in session: inout Session
    ) -> DocumentKeeper.Configuration? {
        var isFolder = false
        if case .file(let path) = location {
            let kind = (try? FileSystem.entry(at: path))?.kind
            isFolder = kind == .folder
            // Opening a pipe would wait for its writer, and it can be read only once.
            guard kind == nil || isFolder || kind == .file else {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error, message: "it is not a regular file or directory",
                        help: "write the document to a file, and name the file"))
                return nil
            }
            // Read a file here first, so that its problems are reported with their lines.
            session.trustsExpired = true
            guard isFolder || reader.document(from: .file(path), in: &session) != nil else { return nil }
        }
        guard let options = arguments.connectionOptions(for: source.name, in: &session) else { return nil }
        var configuration = DocumentKeeper.Configuration()
        let root: RootFolder? = if case .file(let path) = location, isFolder { RootFolder(of: path) } else { nil }
        configuration.transport = DocumentSource.transport(for: location, isDirectory: isFolder, options) { path in
            root?.contains(path) ?? true
        }
        configuration.directory = SourceCache.directory(for: location, below: arguments[.cacheDirectory])
        if let trust = session.trust {
            configuration.verifier = DocumentTrust(
                trust, directory: SourceCache.trustDirectory(for: location, below: arguments[.cacheDirectory]))
        }
        configuration.removableShare = Double(arguments[.removableShare]) / 100
        switch location {
        case .file: break
        case .http: configuration.refreshInterval = .seconds(Int64(arguments[.refreshInterval]))
        // etcd announces changes. These reads find those that it did not announce.
        case .etcd: configuration.refreshInterval = .seconds(60)
        }
        return configuration
    }

    /// Starts the server for probes and metrics, which has threads and connections of its own.
    private func startManagement(
        _ library: MicrohttpdLibrary, at address: ListenAddress, _ service: FlagService, _ clock: SystemClock
    ) throws(HTTPServerFailure) -> (HTTPServer, ListenAddress) {
        var options = HTTPServer.Options()
        options.threadCount = 1
        options.connectionLimit = 64
        options.streamLimit = 0
        options.scope = .server
        let socket = try ListeningSocket(host: address.host, port: address.port, sharesPort: arguments[.sharePort])
        let server = try HTTPServer(library, socket, options, service: service) {
            ServerTime(date: WallClock.now, monotonic: clock.monotonicTime)
        }
        return (server, ListenAddress(host: address.host, port: socket.port))
    }

    private var options: HTTPServer.Options {
        var options = HTTPServer.Options()
        options.threadCount = arguments[.threads]
        options.connectionLimit = arguments[.connections]
        options.clientConnectionLimit = arguments[.clientConnections]
        options.streamLimit = arguments[.streams]
        options.hasTrustedProxies = !arguments[.trustedProxy].isEmpty
        return options
    }

    private func configuration(
        keys: AccessKeys?, _ readers: DocumentReaders?, _ accessLog: AccessLogFile?
    ) -> ServiceConfiguration {
        var configuration = ServiceConfiguration { ResolveReport.json(for: $0) }
        configuration.keys = keys
        configuration.accessLog = accessLog?.accessLog(percentage: arguments[.accessLogShare])
        configuration.inspector = DocumentInspector(readers: readers)
        configuration.limits.requestsPerSecond = arguments[.requestRate]
        configuration.limits.streamCount = arguments[.streams]
        configuration.limits.streamsPerClient = arguments[.clientStreams]
        configuration.hosts = HostName.loopback + arguments[.allowHost]
        if let host = HostName(address.shownHost), !configuration.hosts.contains(host) {
            configuration.hosts.append(host)
        }
        configuration.origins = AllowedOrigins(arguments[.allowOrigin])
        configuration.trustedProxies = TrustedProxies(arguments[.trustedProxy])
        configuration.allowsDate = arguments[.allowDate]
        configuration.publicOrigin = arguments[.publicURL]
        configuration.maximumAge = arguments[.maximumAge]
        return configuration
    }
}

extension Diagnostic {
    /// The system allows fewer connections than `--max-connections`.
    fileprivate static func fewConnections(_ count: Int, wanted: Int) -> Diagnostic {
        Diagnostic(
            subject: .name("flagctl serve"), severity: .warning,
            message:
                "the system allows only \(count) connections, but --max-connections and --max-streams are \(wanted)",
            help: "raise the limit of open files (ulimit -n, or LimitNOFILE= of systemd), or lower them")
    }
}

extension HTTPServerFailure {
    func diagnostic(for address: ListenAddress) -> Diagnostic {
        switch self {
        case .noLibrary(let reason, let advice):
            Diagnostic(
                subject: .name("flagctl serve"), severity: .error,
                message: "libmicrohttpd, which serves HTTP, cannot be opened: \(reason)", help: advice)
        case .cannotListen(let reason):
            Diagnostic(
                subject: .name("flagctl serve"), severity: .error,
                message: "cannot listen on \(address.shownHost):\(address.port): \(reason)",
                help: "choose another address with --listen HOST:PORT; port 0 means any free port")
        case .notStarted:
            Diagnostic(
                subject: .name("flagctl serve"), severity: .error, message: "libmicrohttpd cannot start the server",
                help: "lower --max-connections or --threads")
        }
    }
}
