import FlagResolver

/// Reading documents and resolving their settings, through what is public.
struct DocumentWork {
    private let input: Input
    private let bytes: [UInt8]
    private let versions: [AppVersion]

    init(_ input: Input) throws {
        self.input = input
        bytes = try input.bytes()
        versions = try RotatingVersions.parsed()
    }

    func measure(into report: inout Report) throws {
        // As the value of one `$` member, a document is parsed with all checks, and none of it is loaded.
        let unloaded = Array(#"{"$comment":"#.utf8) + bytes + Array("}".utf8)
        try report.measure("parse", on: input.name, most: limit(5e6)) {
            try SettingsDocument(parsing: unloaded)
        }
        try report.measure("load a document", on: input.name, most: limit(9e6)) {
            try SettingsDocument(parsing: bytes)
        }

        let document = try SettingsDocument(parsing: bytes)
        var next = 0
        report.measure("resolve all", on: input.name, most: limit(0.3e6)) {
            next = (next + 1) % versions.count
            return document.snapshot(for: versions[next])
        }
        measureOne(of: document, into: &report)
    }

    /// Settings one by one, in an order of which the processor's caches have nothing.
    private func measureOne(of document: SettingsDocument, into report: inout Report) {
        let snapshot = document.snapshot(for: versions[0])
        let names = document.names.filter { snapshot.resolution(of: $0, default: false).errorCode == nil }.shuffled()
        guard !names.isEmpty else { return }

        var next = 0
        report.measure("resolve one by name", on: input.name, operations: names.count, most: limit(120)) {
            var count = 0
            for name in names {
                next = next + 1 == versions.count ? 0 : next + 1
                if document.value(for: name, version: versions[next], default: false) { count += 1 }
            }
            return count
        }
        report.measure("read one Bool", on: input.name, operations: names.count, most: limit(60)) {
            var count = 0
            for name in names where snapshot.value(for: name, default: false) { count += 1 }
            return count
        }
    }

    private func limit(_ value: Double) -> Double? {
        input.isLimited ? value : nil
    }
}
