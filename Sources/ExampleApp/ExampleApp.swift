import FlagStore

/// A command-line app that reads its settings by typed keys and follows their changes.
///
/// It may be killed at any moment: the next start has the last good settings.
@main
struct ExampleApp {
    static func main() async {
        switch Options.parse(CommandLine.arguments.dropFirst()) {
        case .options(let options): await run(options)
        case .help: Console.print(Options.help)
        case .mistake(let text):
            Console.printError("\(text)\n\n\(Options.help)")
            Console.exit(2)
        }
    }

    private static func run(_ options: Options) async {
        var configuration = StoreConfiguration()
        do throws(TransportFailure) {
            configuration.transport = try options.source.map { text throws(TransportFailure) in
                try DocumentSource.transport(for: text, events: options.events, certificates: options.certificates)
            }
        } catch {
            Console.printError("\(error)")
            Console.exit(2)
        }
        configuration.directory = options.cache
        configuration.keys = [SettingKey.payments, SettingKey.checkout, SettingKey.syncInterval]
        configuration.arguments = CommandLine.arguments
        // They are printed below.
        configuration.diagnosticOutput = .none
        configuration.startsInForeground = !options.startsInBackground

        let store = SettingsStore(appVersion: options.appVersion, configuration)
        let reporting = Task {
            for await diagnostic in store.diagnostics { Console.printError("\(diagnostic)") }
        }
        if options.source != nil { _ = await store.waitUntilReady(timeout: .seconds(2)) }
        // Listen before the first read, so that no change is lost in between.
        let updates = store.updates
        let iterator = updates.makeAsyncIterator()
        show(store.snapshot)
        if options.leavesForeground {
            store.enterBackground()
            Console.print("in the background")
        }
        if !options.printsOnce {
            var iterator = iterator
            while let update = await iterator.next() {
                Console.print("changed: \(update.changedNames.joined(separator: ", "))")
                show(update.snapshot)
            }
        }
        // The program has done its work with the document, so the document is good.
        if options.printsOnce { store.confirm() }
        store.close()
        await store.finishWriting()
        // All diagnostics are printed once the store is closed.
        await reporting.value
    }

    /// Prints all settings of one snapshot.
    private static func show(_ snapshot: StoreSnapshot) {
        Console.print(
            """
            payments      \(line(snapshot, .payments))
            checkout      \(line(snapshot, .checkout))
            syncInterval  \(line(snapshot, .syncInterval))
            """)
    }

    private static func line<Value: SettingValue>(_ snapshot: StoreSnapshot, _ key: SettingKey<Value>) -> String {
        let resolution = snapshot.resolution(of: key)
        return "\(resolution.value)  (\(resolution.layer.rawValue))"
    }
}
