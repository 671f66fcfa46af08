import FlagResolver

extension RuleCode {
    package static let unknownRelease = RuleCode(rawValue: "unknown-release")
}

/// A bound at a version that does not exist.
package struct UnknownReleaseRule: Rule {
    package let code = RuleCode.unknownRelease
    package let severity = Severity.warning
    package let meaning =
        "A bound names a version that was never shipped and is not planned, most likely a misspelt one."
    package let advice =
        "Correct the version, or add it to the list of releases, as \"planned\" if it is still to come."
    package let needsReleases = true

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=«1.4.1»", "value": true }"#,
            releases: """
                1.4.0
                1.4.2
                2.0.0
                2.1.0 planned
                """)
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.2 <2.1.0", "value": true }"#,
            releases: """
                1.4.0
                1.4.2
                2.0.0
                2.1.0 planned
                """)
    ]

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let releases = setting.document.releases else { return }
        for index in setting.entries.indices {
            for parsed in setting.texts(ofRequirement: index) {
                let text = parsed.text
                var budget = SuggestionBudget()
                // `empty-requirement` reports alternatives without versions.
                let alternatives = text.alternatives.filter { !text.versions(satisfying: $0.comparators).isEmpty }
                for comparator in alternatives.lazy.flatMap(\.comparators) where comparator.sign != .any {
                    guard !isKnown(comparator, of: text, releases), let version = text.namedVersion(of: comparator)
                    else {
                        continue
                    }
                    let (below, above) = releases.neighbours(of: .before(version))
                    // The release after the newest one is work that is under way.
                    if above == nil, let below, Self.isNext(version, after: below) { continue }
                    let span = setting.tree.span(of: comparator.version.range, inText: parsed.node)
                    if below == nil, let above {
                        report.add(
                            "\(version) is below \(above), the oldest known version; bounds below it are not checked",
                            by: self, topic: "older", at: span, about: .setting(setting.settingIndex), severity: .note,
                            help: "add the older versions to the list of releases")
                        continue
                    }
                    let suggestion =
                        endOfSeries(comparator, of: text, version, below) ?? nearestSpelling(
                            comparator, of: text, version, releases)
                        ?? suggestion(for: comparator, of: text, below, above, releases, &budget)
                    report.add(
                        "no shipped or planned version is \(version)", by: self, at: span,
                        about: .setting(setting.settingIndex),
                        help: suggestion ?? helpOnNeighbours(below, above))
                }
            }
        }
    }

    /// The known versions next to an unknown one.
    private func helpOnNeighbours(_ below: AppVersion?, _ above: AppVersion?) -> String {
        switch (below, above) {
        case (let below?, let above?): "the known versions next to it are \(below) and \(above)"
        case (let below?, nil): "the newest known version is \(below)"
        case (nil, _): "no version is known"
        }
    }

    private func isKnown(_ comparator: VersionComparator, of text: RequirementText, _ releases: ReleaseList) -> Bool {
        guard let version = text.version(of: comparator), comparator.sign != .tilde, comparator.sign != .caret else {
            // A series of versions is known if one of them is.
            return !releases.releases(in: text.versions(satisfying: [comparator])).isEmpty
        }
        if releases.contains(version) || version <= "0" { return true }
        guard version.prerelease == "0", let release = text.release(of: comparator) else { return false }
        // A bound before all pre-releases belongs to its release, or to the previous one: <1.4.3-0 is the end of 1.4.2.
        if releases.contains(release) { return true }
        let below = releases.neighbours(of: .before(version)).below
        let next = below.flatMap { VersionText($0)?.nextRelease }
        return comparator.sign == .below && next.flatMap { AppVersion($0) } == release
    }

    /// The requirement with a known version instead; `nil` unless it contains the same known versions.
    private func suggestion(
        for comparator: VersionComparator, of text: RequirementText, _ below: AppVersion?, _ above: AppVersion?,
        _ releases: ReleaseList, _ budget: inout SuggestionBudget
    ) -> String? {
        let version: AppVersion? =
            switch comparator.sign {
            case .atLeast, .below: above
            case .atMost, .above: below
            default: nil
            }
        guard let version, budget.allows(text.bytes.count) else { return nil }
        let suggestion = text.replacing(comparator.version.range, with: "\(version.withoutSpelling)")
        guard let proposed = try? VersionSet(parsing: suggestion),
            releases.releases(in: text.versions.symmetricDifference(proposed)).isEmpty
        else { return nil }
        return "\(quoted(suggestion)) contains the same known versions"
    }

    /// Whether a version is the next one after a release in one of its first three components: 2.1.1, 2.2.0 or 3.0.0 after 2.1.0.
    private static func isNext(_ version: AppVersion, after release: AppVersion) -> Bool {
        guard let text = VersionText(release), text.components.count <= 3 else { return false }
        let components = text.components + Array(repeating: "0", count: 3 - text.components.count)
        return components.indices.contains { index in
            var next = Array(components[index].utf8)
            next.incrementDecimal()
            let parts =
                components[..<index] + [String(decoding: next, as: UTF8.self)]
                + Array(repeating: "0", count: components.count - index - 1)
            guard let candidate = AppVersion(parts.joined(separator: ".")) else { return false }
            // A bound before all pre-releases belongs to its release.
            return version == candidate || version == AppVersion("\(parts.joined(separator: "."))-0")
        }
    }

    /// `<2.17.0-0` for `<=2.16.9`, which is meant as the end of 2.16 and leaves out later patches; `nil` for other bounds.
    private func endOfSeries(
        _ comparator: VersionComparator, of text: RequirementText, _ version: AppVersion, _ below: AppVersion?
    ) -> String? {
        guard comparator.sign == .atMost, let below, let written = VersionText(version), let known = VersionText(below),
            written.components.count == 3, known.components.count >= 2,
            written.components[2] == "9" || written.components[2] == "99",
            written.components[..<2] == known.components[..<2]
        else { return nil }
        var next = Array(written.components[1].utf8)
        next.incrementDecimal()
        let end = "\(written.components[0]).\(String(decoding: next, as: UTF8.self)).0-0"
        return
            "for all of \(written.components[0]).\(written.components[1]), also with later patches, write \(quoted("<\(end)"))"
    }

    /// Of shorter texts, every other one differs in one digit.
    private static let leastLength = 3

    /// A shipped version that differs in one digit from the lower bound of a requirement; `nil` if there is none, or more than one.
    private func nearestSpelling(
        _ comparator: VersionComparator, of text: RequirementText, _ version: AppVersion, _ releases: ReleaseList
    ) -> String? {
        guard comparator.sign == .atLeast || comparator.sign == .above else { return nil }
        let bytes = Array("\(version)".utf8)
        guard bytes.count >= Self.leastLength else { return nil }
        let near = releases.releases.filter { release in
            let other = Array("\(release.version)".utf8)
            return other.count == bytes.count && zip(other, bytes).count { $0 != $1 } == 1
        }
        guard near.count == 1, let release = near.first else { return nil }
        return Spelling.didYouMean("\(release.version)")
    }
}
