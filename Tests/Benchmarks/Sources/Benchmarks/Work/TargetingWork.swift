import FlagResolver

/// Reading and resolving a document of 10,000 settings whose entries have two conditions each, through what is public.
struct TargetingWork {
    /// What the column of the report is called.
    static let input = "targeted"

    private let bytes: [UInt8]

    /// As many settings as in the largest of the other documents.
    static func document() -> [UInt8] {
        GeneratedDocument.bytes(settings: 10_000, for: .users)
    }

    init() {
        bytes = Self.document()
    }

    private var context: EvaluationContext {
        EvaluationContext(
            appVersion: "4.5.6", targetingKey: "0f8fad5b-d9cb-469f-a165-70867728950e",
            attributes: ["platform": "ios", "country": "DE", "language": "de", "launches": 9, "osVersion": "17.2"])
    }

    func measure(into report: inout Report) throws {
        try report.measure("load a document", on: Self.input, most: 15e6) {
            try SettingsDocument(parsing: bytes)
        }
        let document = try SettingsDocument(parsing: bytes)
        let context = context
        report.measure("resolve all", on: Self.input, most: 1.5e6) {
            document.snapshot(for: context)
        }
        let snapshot = document.snapshot(for: context)
        let names = document.names.filter { snapshot.resolution(of: $0, default: false).errorCode == nil }.shuffled()
        report.measure("resolve one by name", on: Self.input, operations: names.count, most: 300) {
            var count = 0
            for name in names where document.value(for: name, context: context, default: false) { count += 1 }
            return count
        }
    }
}
