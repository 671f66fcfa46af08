import FlagAnalysis
import FlagResolver

/// A problem close to the version to be shipped.
struct ReleaseBoundary {
    let code: BoundaryCode
    var diagnostic: Diagnostic

    /// The problem with the severity that the command line sets for its code; `nil` if it must not be reported.
    func chosen(by arguments: ParsedArguments) -> ReleaseBoundary? {
        let code = RuleCode(rawValue: code.rawValue)
        let selected = arguments[.select(among: Rules.all)]
        guard !arguments[.ignoredInRelease].contains(code),
            selected.isEmpty || selected.contains(code) || BoundaryCode.withoutRule.contains(code)
        else { return nil }
        guard let choice = arguments[.severity].last(where: { $0.code == code }) else { return self }
        guard let severity = choice.severity else { return nil }
        var chosen = self
        chosen.diagnostic.severity = severity
        return chosen
    }
}

extension CommandOption where Self == Option<[RuleCode]> {
    /// `--ignore` of a command that also reports boundaries.
    static var ignoredInRelease: Self {
        Option(
            name: "ignore",
            commaSeparated: .ruleCode("CODE[,CODE…]", among: Rules.all, and: BoundaryCode.withoutRule),
            summary: "do not run these rules, and do not report these boundaries")
    }
}

/// What can go wrong close to the version to be shipped.
struct ReleaseBoundaries {
    /// The findings: first release candidates by name, then minimum versions, then releases.
    private(set) var found: [ReleaseBoundary] = []
    private let document: LoadedDocument
    private let version: AppVersion
    private let previous: AppVersion?

    init(_ document: LoadedDocument, _ versions: ReleaseVersions, _ releases: ReleaseLists.Named?) {
        self.document = document
        version = versions.version
        previous = versions.previous
        document.versionStyle.apply { addAll(releases?.list, releases?.path ?? "") }
    }

    private mutating func addAll(_ releases: ReleaseList?, _ path: String) {
        // Integer version codes have no release candidates, unless the list of releases names one.
        if !DocumentVersions(of: document.settings).areCodes || releases?.hasPrerelease == true {
            addReleaseCandidates()
        }
        addLockouts(releases)
        if let floor = document.settings.minimumVersion, version < floor {
            add(
                .warning, .unsupportedVersion,
                "\(version) is below the \"$minimumVersion\" of the document, \(floor), and counts as unsupported")
        }
        if let releases { addReleases(releases, path) }
    }

    private mutating func add(
        _ severity: Severity, _ code: BoundaryCode, _ message: String, at span: Range<Int>? = nil,
        setting: String? = nil, help: String? = nil
    ) {
        let diagnostic = Diagnostic(
            subject: span.map { document.subject($0) } ?? .name(document.name), severity: severity,
            message: message, code: code.rawValue, setting: setting, help: help)
        found.append(ReleaseBoundary(code: code, diagnostic: diagnostic))
    }

    private func text(of node: Int) -> String { ValueText.clipped(document.tree[node]) }

    /// Adds the settings whose value differs between the release and its release candidates, which testers use.
    private mutating func addReleaseCandidates() {
        let settings = document.settings
        for settingIndex in document.indicesByName() {
            if document.loaded.testsMoreThanVersion(settingIndex) {
                addReleaseCandidates(of: settingIndex)
                continue
            }
            guard let gap = ReleaseCandidateGap(of: settingIndex, at: version, in: settings, document.space) else {
                continue
            }
            let old = previous.flatMap { settings.resolve(settingIndex, for: $0).value }
            let isOld = gap.values.allSatisfy { value in
                old.map { document.tree.isEqual($0, to: document.tree, value) } ?? false
            }
            let values = gap.values.map { text(of: $0) }.joined(separator: " or ")
            let span = gap.suggestion.map { document.span(of: $0) } ?? document.tree.nodes[gap.value].span
            add(
                .warning, .releaseCandidate,
                "release candidates of \(version) get \(isOld ? "the old" : "another") value of \(NameText.text(of: settings.name(of: settingIndex))): "
                    + "\(values) \(VersionPhrase.of(gap.versions.intervals)), not \(text(of: gap.value))",
                at: span, setting: settings.name(of: settingIndex),
                help: gap.suggestion.map { "write \(quoted($0.bound)) to give them the value of \(version)" })
        }
    }

    /// The same for a setting that tests more than the version. One that cannot be analysed is reported with its values.
    private mutating func addReleaseCandidates(of setting: SettingIndex) {
        let name = document.settings.name(of: setting)
        guard let prereleases = version.prereleases.map({ VersionSet($0) }),
            let function = try? SettingFunction(of: setting, in: document.space),
            let users = try? function.usersWithOtherValue(than: version, in: prereleases), let first = users.first
        else { return }
        let text = PlainText.escaped(document.space.text(of: first) ?? "everybody")
        let more = users.count > 1 ? " and \(Count.of(users.count - 1, "more case", "more cases"))" : ""
        add(
            .warning, .releaseCandidate,
            "release candidates of \(version) get another value of \(NameText.text(of: name)) than \(version): for \(text)\(more)",
            at: document.tree.nodes[Int(document.loaded[setting].key)].span, setting: name)
    }

    /// Adds minimum versions above the newest version: users cannot update to them.
    private mutating func addLockouts(_ releases: ReleaseList?) {
        let settings = document.settings
        guard let name = settings.minimumVersionSetting, let settingIndex = settings.index(named: name),
            !document.loaded.testsMoreThanVersion(settingIndex),
            let segments = (try? SettingFunction(of: settingIndex, in: document.space))?.segments
        else { return }
        let newest = max(version, releases?.newest ?? version)
        let users = releases.map { $0.shippedVersions.union(VersionSet(version)) }
        for segment in segments {
            guard let floor = document.tree.string(at: segment.value).flatMap({ AppVersion($0) }), version < floor
            else { continue }
            let span = document.tree.nodes[segment.value].span
            let affected = VersionSet(segment.interval).intersection(VersionSet(from: .lowest, to: .after(version)))
            if newest < floor {
                guard !affected.isDisjoint(with: users ?? affected) else { continue }
                add(
                    .error, .forcedUpdateLockout,
                    "\(NameText.text(of: name)) requires \(floor) \(VersionPhrase.of(affected.intervals)), but \(newest) is the newest "
                        + "version: users are asked to update and cannot",
                    at: span, setting: name, help: "require \(newest) at most")
            } else if segment.interval.contains(version) {
                add(
                    .error, .forcedUpdateLockout,
                    "\(NameText.text(of: name)) requires \(floor) for \(version): its users are asked to update as soon as they have it",
                    at: span, setting: name, help: "require \(version) at most in \(version)")
            }
        }
    }

    private mutating func addReleases(_ releases: ReleaseList, _ path: String) {
        let shipped = releases.shipped.map(\.version)
        if let previous, !shipped.contains(previous) {
            add(
                .warning, .unknownRelease, "\(previous) is not a shipped version of \(path)",
                help: shipped.last { $0 < version }.map { "the newest below \(version) is \($0)" })
        }
        let between = previous.map { previous in shipped.filter { previous < $0 && $0 < version } } ?? []
        if let previous, shipped.contains(previous), let newest = between.last {
            add(
                .note, .unknownRelease,
                "not compared: \(Count.of(between.count, "shipped version")) between \(previous) and \(version)",
                help: "compare with the newest of them: --previous \(newest)")
        }
        if let listed = shipped.first(where: { $0 == version }) {
            add(.note, .unknownRelease, "\(path) lists \(listed) as already shipped")
        }
    }
}

extension LoadedDocument {
    /// The bytes of a bound in the text of a requirement; the whole text if it contains escapes.
    fileprivate func span(of suggestion: ReleaseCandidateGap.Suggestion) -> Range<Int> {
        guard let content = tree.plainContentRange(at: suggestion.node) else { return tree.nodes[suggestion.node].span }
        let start = content.lowerBound + suggestion.range.lowerBound
        return start..<min(content.upperBound, content.lowerBound + suggestion.range.upperBound)
    }
}
