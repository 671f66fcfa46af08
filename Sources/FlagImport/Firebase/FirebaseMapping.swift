import FlagResolver

/// Maps the conditions of a template, in their order.
struct FirebaseMapping {
    let options: FirebaseOptions
    let zones: TimeZones
    var source: ImportSource
    var attributes = TestedAttributes()
    /// The app IDs that conditions name and no option maps, each with a number.
    var unmappedApps: [ExactText: Int] = [:]
    /// The place of the part that is being mapped.
    private(set) var span = 0..<0

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

    static func notKnown(_ text: String, _ what: String) -> SourcePart {
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
    static func texts(_ operands: [FirebaseExpression.Operand]) -> [String]? {
        let texts = operands.compactMap { operand -> String? in
            guard case .text(let text, hasEscapes: false) = operand, !text.isEmpty else { return nil }
            return text
        }
        return texts.count == operands.count ? texts : nil
    }

    mutating func given(_ attribute: String, _ test: AttributeTest) -> SourcePart {
        source.declare(
            SourceAttribute(
                name: attribute, type: "string",
                description: "Firebase's device.\(attribute == "platform" ? "os" : attribute)"))
        return .exact(ImportedConditions(attribute, test))
    }
}

extension FirebaseExpression.Element {
    /// Whether the element has a key, or is compared as a version.
    fileprivate var hasDetails: Bool { key != nil || isVersion }
}
