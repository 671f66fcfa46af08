import FlagResolver

// Versions, apps and times.
extension FirebaseMapping {
    /// A test of `app.version` or `app.build`.
    mutating func versions(
        _ method: String, _ operands: [FirebaseExpression.Operand], _ text: String, within present: ImportedConditions,
        _ conditions: (VersionSet) -> ImportedConditions
    ) -> SourcePart {
        switch method {
        case "contains", "notContains", "matches":
            return .unknown(
                text, within: present, "documents compare versions, not parts of their text",
                "list the versions, or write a range such as 2.1.x")
        case "exactlyMatches", "==", "!=", "<", "<=", ">", ">=": break
        default: return Self.notKnown(text, "the operator \(method)")
        }
        let texts = Self.texts(operands) ?? []
        let sets = texts.compactMap { Self.isNumeric($0) ? AppVersion($0) : nil }
        guard sets.count == operands.count, !sets.isEmpty else {
            return .unknown(
                text, within: present, "an operand is not a version of numbers", "correct the operand, as in '2.1.0'")
        }
        if text.begins(withBytesOf: "app.build") {
            source.declare(SourceAttribute(name: "build", type: "version", description: "Firebase's app.build"))
        }
        if method == "exactlyMatches" {
            source.remark(
                "version-text",
                "Firebase compares the text here, and documents the version: this is exact if no other spelling of it is in "
                    + "use, such as 2.1 for 2.1.0", at: span)
            return .exact(conditions(VersionSet(unionOf: sets.map { VersionSet($0) })))
        }
        guard let first = texts.first, texts.count == 1, let set = Self.set(method, first) else {
            return .unknown(
                text, within: present, "the operator \(method) takes one version, found \(texts.count)",
                "write one version")
        }
        return .exact(conditions(set))
    }

    static func set(_ sign: String, _ version: String) -> VersionSet? {
        try? VersionSet(parsing: "\(sign)\(version)")
    }

    private static func isNumeric(_ version: String) -> Bool {
        version.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    mutating func app(_ identifier: String, _ text: String) -> SourcePart {
        if let only = options.onlyApp { return .exact(only.hasSameBytes(as: identifier) ? .always : .never) }
        if let platform = options.platforms[ExactText(identifier)] {
            return given("platform", .strings(.one(of: [platform])))
        }
        let number = unmappedApps[ExactText(identifier)] ?? unmappedApps.count
        unmappedApps[ExactText(identifier)] = number
        // A user has one app, so the conditions on two apps exclude each other.
        let unknown =
            number < ImportedRollout.bucketCount - 1
            ? ImportedRollout.unknown("app.id", slices: [number..<(number + 1)]) : .unknown(text)
        return SourcePart(
            written: nil, possible: [ImportedConditions(unknown)],
            doubt: (
                "documents do not know app IDs",
                "add --app \(identifier)=PLATFORM, or --app \(identifier) for a document of this app alone"
            ))
    }

    func dateTime(_ sign: String, _ time: String, _ zone: String?, _ text: String) -> SourcePart {
        guard ["<", "<=", ">", ">="].contains(sign) else {
            return Self.notKnown(text, "dateTime with the operator \(sign)")
        }
        guard let local = try? Instant(parsing: "\(time)Z"), local.nanoseconds == 0 else {
            return .unknown(
                text, "\(SettingProblem.quotedExcerpt(time)) is not a date and a time of day",
                "write it as in '2026-11-27T18:00:00'")
        }
        guard let rules = zones.rules(of: zone ?? "UTC") else {
            return .unknown(
                text, "the time zone \(SettingProblem.quotedExcerpt(zone ?? "")) is not in the time zone database here",
                "correct the name, or install the package tzdata")
        }
        switch rules.moment(ofLocal: local.seconds) {
        case .once(let instant): return .exact(Self.schedule(sign, instant))
        case .twice(let first, let second):
            return uncertain(
                sign, first, second, text, "clocks in \(zone ?? "UTC") show \(time) twice, and Firebase may mean either"
            )
        case .never(let first, let second):
            return uncertain(
                sign, first, second, text,
                "clocks in \(zone ?? "UTC") never show \(time), so Firebase may mean \(Instant(seconds: first)) or \(Instant(seconds: second))"
            )
        }
    }

    /// A date-time that is one of two instants.
    private func uncertain(
        _ sign: String, _ first: Int64, _ second: Int64, _ text: String, _ reason: String
    ) -> SourcePart {
        let isStart = sign.begins(withBytesOf: ">")
        let surely = Self.schedule(sign, isStart ? second : first)
        let between = Self.schedule(isStart ? sign : Self.complement(of: sign), first)
            .intersection(Self.schedule(isStart ? Self.complement(of: sign) : sign, second))
        return SourcePart(
            written: [Self.schedule(sign, first)],
            possible: [surely, between.intersection(ImportedConditions(.unknown(text)))],
            doubt: (reason, "choose another time, or write the instant with its offset"))
    }

    private static func complement(of sign: String) -> String {
        switch sign {
        case "<": ">="
        case "<=": ">"
        case ">": "<="
        default: "<"
        }
    }

    private static func schedule(_ sign: String, _ seconds: Int64) -> ImportedConditions {
        // Entries hold from an instant on, and before another one. The next instant is a nanosecond later.
        let instant = Instant(seconds: seconds, nanoseconds: sign == ">" || sign == "<=" ? 1 : 0)
        return sign.begins(withBytesOf: ">") ? ImportedConditions(from: instant) : ImportedConditions(until: instant)
    }
}
