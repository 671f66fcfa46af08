import FlagServer

extension CommandOperand where Self == Operand<[NamedSource]> {
    static var sources: Self {
        Operand(
            several: .namedSource("[NAME=]SOURCE"),
            summary:
                "a file, a directory whose files are merged, https://HOST/PATH, or etcd://HOST:PORT,…/KEY; several need names"
        )
    }
}

extension CommandOption where Self == Option<ListenAddress> {
    static var listen: Self {
        Option(
            name: "listen", value: .listenAddress("HOST:PORT"), default: .standard,
            summary: "the address to listen on; 127.0.0.1:8321 is the default, and port 0 means any free port")
    }
}

extension CommandOption where Self == Option<String?> {
    static var keys: Self {
        Option(
            name: "keys", value: .file("FILE"),
            summary: "the keys that requests need; each line has a role and the SHA-256 of a key")
    }
}

extension CommandOption where Self == Option<String?> {
    static var publicURL: Self {
        Option(
            name: "public-url", value: .origin("URL", allowsAny: false),
            summary:
                "the address at which clients reach streams of events, if it is not the one that they ask for values")
    }
}

extension CommandOption where Self == Option<String?> {
    static var accessLog: Self {
        Option(
            name: "access-log", value: .file("FILE"),
            summary: "write a line of JSON for each answer to a file, or \"-\" for standard output")
    }
}

extension CommandOption where Self == Option<Int> {
    static var accessLogShare: Self {
        Option(
            name: "access-log-share", value: .number("PERCENT", from: 1, to: 100), default: 100,
            summary: "the share of the answers that is logged; those with a status from 500 on always are")
    }
}

extension CommandOption where Self == Option<String?> {
    /// Not `readers`, because `serve` takes nothing from the project file.
    static var shownReaders: Self {
        Option(
            name: "readers", value: .file("FOLDER"),
            summary: "records of what released versions read, which the inspector shows for each setting")
    }
}

extension CommandOption where Self == Option<Bool> {
    static var allowDate: Self {
        Option(name: "allow-date", summary: "use the date of a context instead of the clock, if there is one")
    }
}

extension CommandOption where Self == Option<ListenAddress?> {
    static var managementListen: Self {
        Option(
            name: "management-listen", value: .listenAddress("HOST:PORT"),
            summary: "a second address, which answers only /healthz, /readyz and /metrics")
    }
}

extension CommandOption where Self == Option<Int> {
    static var drainDelay: Self {
        Option(
            name: "drain-delay", value: .number("SECONDS", from: 0, to: 600), default: 0,
            summary:
                "how long to answer requests after SIGTERM while /readyz says that the server is ending; 0 s is the default"
        )
    }
}

extension CommandOption where Self == Option<Bool> {
    static var sharePort: Self {
        Option(
            name: "share-port",
            summary: "let other servers with this option listen on the same port, such as the successor of this one")
    }
}

extension CommandOption where Self == Option<[HostName]> {
    static var allowHost: Self {
        Option(
            name: "allow-host", values: .hostName("HOST"),
            summary: "a host that requests may name, in addition to this machine and the address of --listen")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var allowOrigin: Self {
        Option(
            name: "allow-origin", values: .origin("ORIGIN"),
            summary: "web pages whose scripts may read responses, such as https://app.example.com")
    }
}

extension CommandOption where Self == Option<[AddressRange]> {
    static var trustedProxy: Self {
        Option(
            name: "trusted-proxy", values: .addressRange("ADDRESS[/BITS]"),
            summary:
                "proxies whose Forwarded or X-Forwarded-For field gives the address of the client, such as 10.0.0.0/8")
    }
}

extension CommandOption where Self == Option<Int> {
    static var maximumAge: Self {
        Option(
            name: "max-age", value: .number("SECONDS", from: 0, to: 86_400), default: 60,
            summary: "how long caches may keep responses; 60 s is the default")
    }

    static var connections: Self {
        Option(
            name: "max-connections", value: .number("N", from: 1, to: 60_000), default: 4_096,
            summary: "the maximum number of open connections, without streams of events; 4096 is the default")
    }

    static var streams: Self {
        Option(
            name: "max-streams", value: .number("N", from: 1, to: 60_000), default: 2_048,
            summary: "the maximum number of streams of events; 2048 is the default")
    }

    static var clientStreams: Self {
        Option(
            name: "max-client-streams", value: .number("N", from: 1, to: 60_000), default: 64,
            summary: "the maximum number of streams of events of one client; 64 is the default")
    }

    static var threads: Self {
        Option(
            name: "threads", value: .number("N", from: 1, to: 64), default: 2,
            summary: "the number of threads that serve requests; 2 is the default")
    }
}

extension CommandOption where Self == Option<Int> {
    static var refreshInterval: Self {
        Option(
            name: "refresh", value: .number("SECONDS", from: 1, to: 86_400), default: 300,
            summary: "the time between two requests to a source over https:, give or take 10 %; 300 s is the default")
    }

    static var removableShare: Self {
        Option(
            name: "max-removed", value: .number("PERCENT", from: 0, to: 100), default: 50,
            summary:
                "the percentage of the served settings that a new document may lack; 50 is the default, 100 allows any document"
        )
    }
}

extension CommandOption where Self == Option<Int?> {
    static var clientConnections: Self {
        Option(
            name: "max-client-connections", value: .number("N", from: 1, to: 60_000),
            summary: "the maximum number of open connections of one client; half of --max-connections is the default")
    }

    static var requestRate: Self {
        Option(
            name: "max-rate", value: .number("N", from: 1, to: 1_000_000),
            summary: "the maximum number of requests per second from one client; without it there is no limit")
    }
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "serve values over HTTP",
        examples: [
            Example(line: "flagctl serve Configs/targeting.json", meaning: "serve a document on http://127.0.0.1:8321"),
            Example(
                line: "flagctl serve app=Configs/app.json demo=Configs/showcase.json",
                meaning: "serve two documents, below /app/ and /demo/"),
            Example(
                line: "flagctl serve --listen 0.0.0.0:8321 --allow-host flags.example.com --keys keys.txt flags.json",
                meaning: "serve other machines, which need a key"),
            Example(
                line: "flagctl serve --header-file key.txt https://flags.example.com/app.json",
                meaning: "serve a document from a server, even while that server is unreachable"),
            Example(
                line: "flagctl serve etcds://etcd1:2379,etcd2:2379,etcd3:2379/flags/app",
                meaning: "serve what is published to etcd, immediately"),
        ],
        operands: [.sources],
        options: [
            .listen, .managementListen, .sharePort, .drainDelay, .keys, .publicURL, .allowHost, .allowOrigin,
            .allowDate, .maximumAge,
            .requestRate, .connections,
            .clientConnections, .streams, .clientStreams, .threads, .trustedProxy, .refreshInterval, .removableShare,
            .documentTrust, .cacheDirectory, .headerFile, .authorityFile,
            .etcdUser, .allowPlainEtcd, .shownReaders, .accessLog, .accessLogShare, .color,
        ],
        notes: [
            "POST /ofrep/v1/evaluate/flags/NAME and POST /ofrep/v1/evaluate/flags return values, as the OpenFeature Remote "
                + "Evaluation Protocol describes; GET /v1/events announces changes of values; GET /v1/document returns the "
                + "document; POST /v1/resolve returns what \"flagctl resolve --format json\" prints; GET / returns the "
                + "inspector, a page for a browser; GET /healthz, /readyz and /metrics describe the server.",
            "The sources are watched; those over https: are polled. A document from a server or from etcd is kept on disk, "
                + "and served after a restart if the source has no valid document. These sources need libcurl: libcurl4 on "
                + "Debian and Ubuntu.",
            "A new document that is malformed, exceeds a limit, or lacks too many of the settings is not served: the old one "
                + "stays, and standard error states the reason.",
            "It needs libmicrohttpd: libmicrohttpd12 on Debian and Ubuntu, libmicrohttpd with Homebrew.",
            "An address that other machines can reach requires --keys. The keys are read again when their file changes. SIGHUP "
                + "reads the sources and the keys again. SIGTERM stops the server once the current requests are answered, after "
                + "10 s at most. A socket that systemd passes on replaces --listen.",
            "Exit codes: 0 stopped by SIGTERM; 2 it cannot start; 130 interrupted.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try ServeRun(arguments).run(in: &session)
        })
}
