import FlagResolver

extension CommandOperand where Self == Operand<[String]> {
    fileprivate static var keys: Self {
        Operand(several: .notEmpty("KEY"), summary: "targeting keys, or values of the attribute that the rollout names")
    }
}

extension CommandOption where Self == Option<String> {
    fileprivate static var salt: Self {
        Option(
            name: "salt", required: .notEmpty("SALT"), summary: "the salt of the rollout",
            hintForMissingValue: "copy it from the rollout: --salt checkout-2026")
    }
}

extension ArgumentType where Value == String {
    /// A salt or a key, which is never empty.
    fileprivate static func notEmpty(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard !text.isEmpty else {
                throw .badValue(
                    label, value: text, problem: "a rollout has no empty salt, and an empty key counts as absent",
                    help: "is a variable of the shell not set?")
            }
            return text
        }
    }
}

extension Command {
    static let bucket = Command(
        name: "bucket",
        summary: "the bucket that a rollout puts a key into",
        examples: [
            Example(
                line: "flagctl bucket --salt checkout-2026 user-1 user-3",
                meaning: "the bucket of each key, and the percentage from which the rollout includes it"),
            Example(
                line: "flagctl bucket --salt checkout-2026 --format json user-3",
                meaning: "the same as JSON"),
        ],
        operands: [.keys],
        options: [
            .salt, .format(BucketReport.Format.self), .report(BucketReport.Format.self), .config, .color, .exitZero,
        ],
        notes: [
            "Buckets are numbered from 0 to 99,999. A rollout of 25 % includes the buckets 0 to 24,999, and a slice [25, 50] the "
                + "buckets 25,000 to 49,999. Keys are compared byte by byte.",
            "\"flagctl resolve --key KEY\" tells which value a key gets, with all other conditions.",
            "Exit codes: 0 printed; 2 the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let report = BucketReport(salt: arguments[.salt], keys: arguments[.keys])
            return ReportOutput(arguments).write(report, in: &session)
        })
}
