package import FlagResolver

extension SettingsDocument {
    /// Why an entry does not match in a context: a sentence for each condition that does not hold; empty if it matches.
    ///
    /// - Complexity: O(*n*) in the size of the conditions, and of the settings that the entry requires.
    package func unmetConditions(of entry: EntryIndex, for context: EvaluationContext) -> [String] {
        var found: [String] = []
        let targeting = loaded.targeting(of: entry)
        if targeting?.testsVersion ?? true, context.appVersion.map({ !versions(of: entry).contains($0) }) ?? true {
            let requirement = ShortText.of(versions(of: entry))
            found.append(
                context.appVersion.map { "\($0) is not \(requirement)" }
                    ?? UnusableInput(refused: "appVersion", in: context)?.message ?? "there is no app version")
        }
        guard let targeting else { return found }
        let parts = conditionParts(targeting, for: context)
        do throws(DocumentError) {
            let conditions = try UserConditions(parts.map(\.members))
            for (index, part) in parts.enumerated() where !conditions.holds(at: index, for: context) {
                found.append(part.failure)
            }
        } catch {
            found.append("its conditions cannot be read: \(error.message)")
        }
        for index in targeting.prerequisites {
            let prerequisite = loaded.prerequisites[index]
            let name = tree.string(at: Int(prerequisite.name)) ?? ""
            guard let setting = prerequisite.setting else {
                found.append("there is no setting \(SettingProblem.quoted(name))")
                continue
            }
            let resolution = resolve(setting, for: context)
            guard resolution.kind != .true || resolution.value == nil else { continue }
            let value = resolution.value.map { compactText(of: $0) } ?? "without a value"
            found.append("\(name) is \(value), not true")
        }
        return found
    }

    private func compactText(of node: Int) -> String {
        var writer = JSONWriter()
        writer.writeAsSpelled(node, of: tree)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// A condition as the start of an entry, and what to say if it does not hold.
    private struct ConditionPart {
        let members: String
        let failure: String
    }

    private func conditionParts(_ targeting: EntryTargeting, for context: EvaluationContext) -> [ConditionPart] {
        var parts: [ConditionPart] = []
        if let when = targeting.when {
            for (key, condition) in tree.members(of: when) where !tree.isMetadata(key: key) {
                let name = tree.string(at: key) ?? ""
                let text = compactText(of: condition)
                parts.append(
                    ConditionPart(
                        members: "{\"when\": {\(JSONText.quoted([UInt8](name.utf8))): \(text)}, ",
                        failure: failure(of: name, condition, text, for: context)))
            }
        }
        for rollout in targeting.rollout.map({ tree.oneOrMore($0) }) ?? [] {
            guard let form = tree.rollouts(at: rollout).first else { continue }
            let text = compactText(of: rollout)
            parts.append(
                ConditionPart(
                    members: "{\"rollout\": \(text), ",
                    failure: failure(of: form, for: context)))
        }
        let noDate = UnusableInput(refused: "date", in: context)?.message ?? "there is no date"
        let schedule = loaded.schedule(of: targeting)
        if let from = schedule?.from {
            parts.append(
                ConditionPart(
                    members: "{\"from\": \"\(from)\", ",
                    failure: context.instant.map { "\($0.text(besides: from)) is before \(from)" }
                        ?? "\(noDate), and it begins at \(from)"))
        }
        if let until = schedule?.until {
            parts.append(
                ConditionPart(
                    members: "{\"until\": \"\(until)\", ",
                    failure: context.instant.map { "\($0.text(besides: until)) is not before \(until)" }
                        ?? "\(noDate), and it ends at \(until)"))
        }
        return parts
    }

    private func failure(
        of name: String, _ condition: Int, _ text: String, for context: EvaluationContext
    ) -> String {
        switch name {
        case "date":
            return UnusableInput(refused: name, in: context)?.message
                ?? "there is \(context.instant == nil ? "no" : "a") date"
        case "appVersion":
            return UnusableInput(refused: name, in: context)?.message
                ?? "there is \(context.appVersion == nil ? "no" : "an") app version"
        default:
            let value = context.testedValue(named: name)
            let needed = tree.attributeKinds(ofCondition: condition)
            if let input = UnusableInput(name, in: context, needed: needed) {
                return input.declared(by: DeclaredAttributes(of: tree)).message(value: value)
            }
            guard let value else { return "\(name) is absent" }
            return "\(name) is \(value), which does not satisfy \(text.shortened(to: ShortText.maximumLength))"
        }
    }

    private func failure(of rollout: RolloutForm, for context: EvaluationContext) -> String {
        let salt = SettingProblem.quoted(String(decoding: rollout.salt, as: UTF8.self))
        let value = context.testedValue(named: rollout.by)
        if let input = UnusableInput(rollout.by, in: context, needed: .string) {
            return input.declared(by: DeclaredAttributes(of: tree))
                .message(value: value, consequence: ", so there is no bucket of \(salt)")
        }
        guard let key = value?.asString else { return "\(rollout.by) is absent, so there is no bucket of \(salt)" }
        let bucket = RolloutBucket.bucket(ofKey: key, salt: rollout.salt)
        return "the bucket of \(salt) is \(bucket), and is not included"
    }
}

extension Instant {
    /// The date for a sentence that compares it with another: without its fraction of a second, unless the other has one.
    fileprivate func text(besides other: Instant) -> String {
        "\(other.nanoseconds == 0 ? Instant(seconds: seconds) : self)"
    }
}
