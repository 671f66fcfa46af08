import FlagResolver

/// The result of `bucket`.
struct BucketReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// A key with its bucket.
    struct Row {
        let key: String
        let bucket: Int

        /// The percentage from which a rollout includes the key.
        var percentage: RolloutPercentage { .including(bucket: bucket) }
    }

    let salt: String
    let rows: [Row]
    var failures = RunFailures()

    init(salt: String, keys: [String]) {
        self.salt = salt
        rows = keys.map { Row(key: $0, bucket: RolloutBucket.bucket(ofKey: $0, salt: salt)) }
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    private func writeText(to buffer: inout TextBuffer) {
        var table = TextTable(columns: 3)
        for row in rows {
            table.cell(PlainText.escaped(row.key))
            table.cell("bucket \(row.bucket)")
            table.cell("included from \(row.percentage) %")
        }
        table.write(to: &buffer)
    }
}

extension BucketReport {
    static let json = JSONDocument<BucketReport>("bucket", "the buckets of keys") {
        Member("salt", .text, "The salt of the rollout.") { $0.salt }
        Member("results", .list(of: row), "A result for each key, in the order of the command line.") { $0.rows }
    }

    private static let row = JSONObject<Row> {
        Member("key", .text, "The key.") { $0.key }
        Member("bucket", .count, "The bucket, from 0 to 99999.") { $0.bucket }
        Member("includedFrom", .percentage, "The smallest percentage of a rollout that includes the key.") {
            $0.percentage
        }
    }
}
