import FlagResolver

/// Maps the conditions of a template, in their order.
struct FirebaseMapping {
    private let options: FirebaseOptions
    private let zones: TimeZones
    private(set) var source: ImportSource
    private(set) var attributes = TestedAttributes()
    /// The app IDs that conditions name and no option maps, each with a number.
    private var unmappedApps: [ExactText: Int] = [:]
    /// The place of the part that is being mapped.
    private var span = 0..<0

    init(_ options: FirebaseOptions, _ zones: TimeZones, _ source: ImportSource) {
        self.options = options
        self.zones = zones
        self.source = source
    }

    /// Maps the expression of a condition and adds the condition to the source.
    ///
    /// - Parameter unknownMembers: Members of the condition that may restrict it in a way that is not known.
    mutating func add(
        _ expression: FirebaseExpression, of text: LocatedText, name: String, at nameSpan: Range<Int>,
        restrictedBy unknownMembers: [(name: String, span: Range<Int>)] = []
    ) {
        var condition = SourceCondition(name: name, span: nameSpan, written: [.always], possible: [.always])
        for part in expression.parts {
            span = text.span(part.range)
            let partText = text.text(part.range)
            condition.add(self.part(part.form, partText), at: span, text: partText)
        }
        for member in unknownMembers {
            condition.add(
                .unknown(
                    "\(name): \(member.name)", "the meaning of this member is not known",
                    "check in the console of Firebase whom the condition selects"), at: member.span, text: member.name)
        }
        if condition.possible.isEmpty {
            condition.written = []
            source.remark("never-holds", "the condition holds for nobody, so there is no entry for it", at: nameSpan)
        }
        source.conditions.append(condition)
    }

    /// Adds a condition whose expression cannot be read: it may hold for anybody.
    mutating func addUnreadable(_ name: String, at nameSpan: Range<Int>, _ text: String, at span: Range<Int>) {
        source.conditions.append(
            SourceCondition(
                name: name, span: nameSpan, written: nil,
                possible: [ImportedConditions(.unknown("\(name): unreadable"))],
                doubts: [
                    ImportDoubt(
                        span: span, text: text, reason: "the expression cannot be read", help: "correct the expression")
                ]))
    }

    // MARK: Parts

    private mutating func part(_ form: FirebaseExpression.Form, _ text: String) -> SourcePart {
        switch form {
        case .constant(let holds): return .exact(holds ? .always : .never)
        case .percent(let seed, let percent): return self.percent(seed, percent, text)
        case .method(let element, let name, let operands): return method(element, name, operands, text)
        case .comparison(let element, let sign, let operand): return comparison(element, sign, operand, text)
        case .membership(let element, let operands): return membership(element, operands, text)
        case .other:
            return .unknown(
                text, "this form of a condition is not known", "write an entry with the same meaning by hand")
        }
    }

    private static func notKnown(_ text: String, _ what: String) -> SourcePart {
        .unknown(text, "\(what) is not known to the import", "write an entry with the same meaning by hand")
    }

    private func percent(
        _ seed: String?, _ percent: FirebaseExpression.Percent, _ text: String
    ) -> SourcePart {
        func buckets(_ number: String) -> Int? {
            FirebaseType.jsonNumber(number).flatMap { RolloutPercentage(parsing: $0)?.bucketCount }
        }
        let range: Range<Int>?
        switch percent {
        case .atMost(let number): range = buckets(number).map { 0..<$0 }
        case .moreThan(let number): range = buckets(number).map { $0..<ImportedRollout.bucketCount }
        case .between(let lower, let upper):
            range = buckets(lower).flatMap { lower in
                buckets(upper).flatMap { lower <= $0 ? lower..<$0 : nil }
            }
        }
        guard let range else {
            return .unknown(
                text, "percentages here are from 0 to 100, in ascending order, with at most three decimals",
                "round the percentages")
        }
        let isSeed = seed?.utf8.allSatisfy { $0.isNameCharacter } ?? true
        guard isSeed, seed?.isEmpty != true else {
            return .unknown(text, "a seed has letters, digits, \".\", \"_\" and \"-\"", "correct the seed")
        }
        if range.isEmpty { return .exact(.never) }
        if range == 0..<ImportedRollout.bucketCount { return .exact(.always) }
        return SourcePart(
            written: [ImportedConditions(ImportedRollout(salt: seed ?? "percent", slices: [range]))],
            possible: [
                ImportedConditions(.unknown("percent(\(seed.map { "'\($0)'" } ?? ""))", slices: [range]))
            ],
            doubt: (
                "the share is the same, but not the people: Firebase does not publish how it selects them",
                "raise the share to 100 before the move, or accept that people change sides"
            ))
    }

    private mutating func method(
        _ element: FirebaseExpression.Element, _ name: String, _ operands: [FirebaseExpression.Operand],
        _ text: String
    ) -> SourcePart {
        switch element.name {
        case "app.version" where element.key == nil:
            return versions(name, operands, text, within: .always) { ImportedConditions(versions: $0) }
        case "app.build" where element.key == nil:
            return versions(name, operands, text, within: ImportedConditions("build", .present)) {
                ImportedConditions("build", .versions($0))
            }
        case "app.userProperty" where element.key != nil, "app.customSignal" where element.key != nil:
            return textTest(of: element, name, operands, text)
        case "app.audiences", "app.importedSegment":
            return .unknown(
                text, "documents have no audiences",
                "give what the audience is about as an attribute of the app, and test that")
        default: return Self.notKnown(text, element.name)
        }
    }

    private mutating func comparison(
        _ element: FirebaseExpression.Element, _ sign: String, _ operand: FirebaseExpression.Operand, _ text: String
    ) -> SourcePart {
        switch (element.name, operand) {
        case ("device.os", .text(let system, hasEscapes: false)) where !system.isEmpty && !element.hasDetails:
            switch sign {
            case "==": return given("platform", .strings(.one(of: [system])))
            case "!=": return given("platform", .strings(.none(of: [system])))
            default: return Self.notKnown(text, "device.os with the operator \(sign)")
            }
        case ("app.id", .text(let identifier, hasEscapes: false)) where sign == "==" && !element.hasDetails:
            return app(identifier, text)
        case ("dateTime", .dateTime(let time, let zone)) where !element.hasDetails:
            return dateTime(sign, time, zone, text)
        case ("app.firstOpenTimestamp", _), ("firstOpenTimestamp", _):
            return .unknown(
                text, "documents do not know when the app was first opened",
                "give the time as an attribute of the app, such as the days since then, and test that")
        case ("app.userProperty", .number(let number)) where element.key != nil && !element.isVersion,
            ("app.customSignal", .number(let number)) where element.key != nil && !element.isVersion:
            return numberTest(of: element, sign, number, text)
        case ("app.userProperty", .text(let version, hasEscapes: false)) where element.key != nil && element.isVersion,
            ("app.customSignal", .text(let version, hasEscapes: false)) where element.key != nil && element.isVersion:
            return versionTest(of: element, sign, version, text)
        default: return Self.notKnown(text, "\(element.name) with the operator \(sign) and this operand")
        }
    }

    private mutating func membership(
        _ element: FirebaseExpression.Element, _ operands: [FirebaseExpression.Operand], _ text: String
    ) -> SourcePart {
        guard let texts = Self.texts(operands), !element.hasDetails else {
            return Self.notKnown(text, "\(element.name) with these operands")
        }
        switch element.name {
        case "device.country":
            source.remark(
                "country",
                "Firebase takes the country from the address of the device, a store from its locale: give the attribute "
                    + "\"country\" from the same source, or expect other users where they differ", at: span)
            return given("country", .strings(.one(of: texts)))
        case "device.language":
            source.remark(
                "language",
                "Firebase compares the whole language tag of the device, and the attribute \"language\" of a store has no "
                    + "region: give the attribute the tag", at: span)
            return given("language", .strings(.one(of: texts)))
        case "app.firebaseInstallationId", "firebaseInstallationId":
            source.remark(
                "installation", "the targeting key of the app must be the ID of its Firebase installation", at: span)
            return .exact(ImportedConditions("targetingKey", .strings(.one(of: texts))))
        default: return Self.notKnown(text, "\(element.name) with the operator in")
        }
    }

    /// Texts without escapes, which are not empty; `nil` if an operand is none.
    private static func texts(_ operands: [FirebaseExpression.Operand]) -> [String]? {
        let texts = operands.compactMap { operand -> String? in
            guard case .text(let text, hasEscapes: false) = operand, !text.isEmpty else { return nil }
            return text
        }
        return texts.count == operands.count ? texts : nil
    }

    private mutating func given(_ attribute: String, _ test: AttributeTest) -> SourcePart {
        source.declare(
            SourceAttribute(
                name: attribute, type: "string",
                description: "Firebase's device.\(attribute == "platform" ? "os" : attribute)"))
        return .exact(ImportedConditions(attribute, test))
    }

    // MARK: Elements

    /// A test of `app.version` or `app.build`.
    private mutating func versions(
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

    private static func set(_ sign: String, _ version: String) -> VersionSet? {
        try? VersionSet(parsing: "\(sign)\(version)")
    }

    private static func isNumeric(_ version: String) -> Bool {
        version.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    private mutating func app(_ identifier: String, _ text: String) -> SourcePart {
        if let only = options.onlyApp { return .exact(only == identifier ? .always : .never) }
        if let platform = options.platforms[identifier] {
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

    private func dateTime(_ sign: String, _ time: String, _ zone: String?, _ text: String) -> SourcePart {
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

    // MARK: User properties and custom signals

    private mutating func textTest(
        of element: FirebaseExpression.Element, _ method: String, _ operands: [FirebaseExpression.Operand],
        _ text: String
    ) -> SourcePart {
        switch method {
        case "contains", "notContains", "matches":
            let what = method == "matches" ? "match a regular expression" : "contain a text"
            return attributeTest(of: element, nil, text) { name in
                .unknown(
                    text, within: ImportedConditions(name, .present), "documents cannot test whether values \(what)",
                    "list the values, or compute the answer in the app and give it as an attribute")
            }
        case "exactlyMatches":
            guard let texts = Self.texts(operands) else {
                return attributeTest(of: element, nil, text) { name in
                    .unknown(
                        text, within: ImportedConditions(name, .present),
                        "an operand is empty, or has an escape whose meaning is not documented",
                        "write an entry with the same meaning by hand")
                }
            }
            return attributeTest(of: element, .text, text) { .exact(ImportedConditions($0, .strings(.one(of: texts)))) }
        default: return Self.notKnown(text, "the operator \(method) of \(element.name)")
        }
    }

    private mutating func numberTest(
        of element: FirebaseExpression.Element, _ sign: String, _ number: String, _ text: String
    ) -> SourcePart {
        guard let json = FirebaseType.jsonNumber(number),
            let test = NumberTest(sign, AttributeNumber(json: Array(json.utf8)))
        else { return Self.notKnown(text, "the number \(number)") }
        return attributeTest(of: element, .number, text) { .exact(ImportedConditions($0, .numbers(test))) }
    }

    private mutating func versionTest(
        of element: FirebaseExpression.Element, _ sign: String, _ version: String, _ text: String
    ) -> SourcePart {
        guard AppVersion(version) != nil, let set = Self.set(sign, version) else {
            return .unknown(
                text, "\(SettingProblem.quotedExcerpt(version)) is not a version", "correct it, as in '2.1.0'")
        }
        return attributeTest(of: element, .version, text) { .exact(ImportedConditions($0, .versions(set))) }
    }

    /// A test of the attribute that stands for an element; unknown if there can be no such attribute.
    ///
    /// - Parameter kind: `nil` for a test that says nothing about the type.
    private mutating func attributeTest(
        of element: FirebaseExpression.Element, _ kind: TestedAttributes.Kind?, _ text: String,
        _ part: (String) -> SourcePart
    ) -> SourcePart {
        switch attributes.name(element.key ?? "", of: element.name) {
        case .failure(let refusal): return .unknown(text, refusal.reason, refusal.help)
        case .success(let name):
            if let kind, case .failure(let refusal) = attributes.test(name, as: kind) {
                return .unknown(text, within: ImportedConditions(name, .present), refusal.reason, refusal.help)
            }
            return part(name)
        }
    }
}

extension FirebaseExpression.Element {
    /// Whether the element has a key, or is compared as a version.
    fileprivate var hasDetails: Bool { key != nil || isVersion }
}
