package import FlagResolver

/// The words of findings: what was found, why it matters, and what to do.
///
/// A finding holds nodes and places only; the words are made when they are shown. Text from documents is quoted, and
/// nothing is escaped beyond what JSON escapes: whoever prints it decides what is safe there.
package struct FindingWording {
    /// The document; `nil` where it could not be loaded, and findings hold no nodes.
    private let document: SettingsDocument?
    /// The file, line and column of a byte of the tree.
    private let locate: (_ offset: Int) -> (sourceName: String, location: SourceLocation)

    package init(
        _ document: SettingsDocument?,
        locate: @escaping (_ offset: Int) -> (sourceName: String, location: SourceLocation)
    ) {
        self.document = document
        self.locate = locate
    }

    /// The finding in one line, without its place and code.
    package func message(of finding: Finding) -> String {
        switch finding.detail {
        case .refused(let message, _): message
        case .issue(let problem): problem.message
        case .unknownSettingMember(let member, _):
            "\(setting(of: finding)) has the unknown member \(quoted(member)), which is ignored"
        case .unknownEntryMember(let member, _):
            "the entry has the unknown member \(quoted(member)), so it never wins"
        case .misspeltMember(let member, _):
            "\(quoted(member)) is no member of settings, and so makes a setting of its own, \(setting(of: finding))"
        case .documentAsSetting(let member):
            "\(quoted(member)) at the top level is read as a setting of that name: a document is none itself"
        case .metadata(let problem): message(of: problem)
        case .unusualName(let name): unusualName(name)

        case .emptyRequirement(let text, let isAlternative, _):
            "\(isAlternative ? "alternative" : "requirement") \(quoted(text)) contains no version"
        case .upperBoundBuilds(let detail): upperBound(detail)
        case .prereleaseBoundary(let detail):
            "\(quoted(detail.text)) \(detail.sign == "<" ? "includes" : "excludes") pre-releases such as "
                + "\(detail.example)" + (detail.isOneOfMany ? ", as every \(quoted(detail.sign)) does" : "")
        case .leadingZero(let text, let meaning): "\(quoted(text)) is read as \(meaning): leading zeros do not count"
        case .vPrefix(let text): "\(quoted(text)) is read without its \"v\""

        case .shadowed(let detail): "\(setting(of: finding)) \(shadowed(detail))"
        case .redundant(let value):
            "\(setting(of: finding)) has \(self.value(value)) for all of these versions without this entry: earlier ones give it"
        case .partlyShadowed(let versions, let values):
            "\(setting(of: finding)) has another value for some of these versions: for \(phrase(versions)) "
                + give(values, 1, for: versions)
        case .ambiguousOrder(let detail): ambiguous(detail, setting(of: finding))
        case .valueIsland(let versions, let value, let around):
            "\(setting(of: finding)) is \(self.value(value)) for \(phrase(ListedVersions(VersionSet(versions)))), and "
                + "\(self.value(around)) right before and right after"

        case .unknownRelease(let detail): "no shipped or planned version is \(detail.version)"
        case .belowFloor(let floor): "all of these versions are older than the minimum version, \(floor)"
        case .lockout(let versions, let floor, let newest):
            "\(setting(of: finding)) asks for \(floor) or newer on \(phrase(versions)), and the newest version that was shipped "
                + "is \(newest.map { "\($0)" } ?? "none"): nobody there could update"
        }
    }

    /// What a related place has to do with it.
    package func message(of place: RelatedPlace) -> String {
        switch place.role {
        case .comesFirst(let requirement): "\(self.requirement(requirement)) comes first"
        case .comesFirstWith(let requirement, let value):
            "\(self.requirement(requirement)) comes first, with \(self.value(value))"
        case .other(let message): message
        }
    }

    /// What is to be said beside the message and the related places.
    package func notes(of finding: Finding) -> [String] {
        switch finding.furtherCount {
        case 0: []
        case 1: ["1 more entry takes part"]
        default: ["\(finding.furtherCount) more entries take part"]
        }
    }

    private func upperBound(_ detail: UpperBoundDetail) -> String {
        let values = detail.values.map { value($0) }.joined(separator: " or ")
        return "\(quoted(detail.text)) leaves out builds of \(detail.bound) such as \(detail.example)"
            + (values.isEmpty ? "" : ", which get \(values)")
    }

    private func shadowed(_ detail: ShadowedDetail) -> String {
        let rest = detail.isPartlySame ? ", and for its other versions the same value" : ""
        return "never takes this value: for \(phrase(detail.versions)) "
            + "\(give(detail.values, detail.blockerCount, for: detail.versions))\(rest)"
    }

    private func ambiguous(_ detail: AmbiguousDetail, _ setting: String) -> String {
        "this entry of \(setting) and an earlier one overlap, and neither contains the other: for "
            + "\(phrase(detail.versions)) only their order makes it \(value(detail.earlierValue)), not "
            + "\(value(detail.value))"
    }

    /// `an earlier entry gives 120`, `earlier entries give 120`, `earlier entries give other values`
    private func give(_ values: [Int], _ entryCount: Int, for versions: ListedVersions) -> String {
        // Of versions that are not listed nobody has looked which other value they have.
        let isOneValue = values.count == 1 && versions.furtherStretches == 0
        let isOne = entryCount == 1 && isOneValue
        let subject = isOne ? "an earlier entry gives" : "earlier entries give"
        guard let first = values.first, isOneValue else { return "\(subject) other values" }
        return "\(subject) \(value(first))"
    }

    private func unusualName(_ name: String) -> String {
        if name.isEmpty { return "a name is empty" }
        let isMadeOfDots = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isMadeOfDots { return "the name \(quoted(name)) has an empty part between its dots" }
        return "the name \(quoted(name)) has other characters than ASCII letters, digits, \".\", \"_\" and \"-\""
    }

    private func message(of problem: MetadataProblem) -> String {
        switch problem {
        case .versionNotInteger(let found): "\"$version\" is \(found), expected an integer"
        case .minimumVersionNotText(let found): "\"$minimumVersion\" is \(found), expected a version in quotes"
        case .minimumVersionUnreadable(let text, let error):
            "\"$minimumVersion\" \(quoted(text)) cannot be read: \(error)"
        case .settingNotText(let found):
            "\"$minimumVersionSetting\" is \(found), expected the name of a setting in quotes"
        case .unknownSetting(let name, _):
            "\"$minimumVersionSetting\" names \(quoted(name)), and there is no such setting"
        case .floorNotVersion(let name, let found):
            "\(quoted(name)) forces updates, and its value \(found) is not a version in quotes"
        case .misspelt(let name, let suggestion):
            "\(quoted(name)) has no meaning, and looks like \(quoted(suggestion))"
        }
    }
}

extension FindingWording {
    /// An action that mends it, one that was found to do what it says; `nil` where the message says it all.
    package func help(of finding: Finding) -> String? {
        switch finding.detail {
        case .refused(_, let help): help
        case .unknownSettingMember(_, let suggestion?), .unknownEntryMember(_, let suggestion?),
            .misspeltMember(_, let suggestion), .metadata(.unknownSetting(_, let suggestion?)),
            .metadata(.misspelt(_, let suggestion)):
            "did you mean \(quoted(suggestion))?"
        case .unknownSettingMember:
            "a setting has \"defaultValue\", \"valuesByVersion\", \"type\", \"description\", \"owner\", and members "
                + "that start with \"$\""
        case .unknownEntryMember:
            "an entry has \"appVersion\", \"value\", \"description\", and members that start with \"$\""
        case .documentAsSetting: "put it into a member that has the setting's name"
        case .unusualName: "rename it, in the app too"

        case .emptyRequirement(_, _, let suggestion?):
            suggestion.contains("||")
                ? "both parts cannot hold at once; did you mean \(quoted(suggestion))?"
                : "the bounds look swapped; did you mean \(quoted(suggestion))?"
        case .emptyRequirement(_, true, nil): "delete the alternative, or write one that contains a version"
        case .emptyRequirement(_, false, nil): "delete it, or write one that contains a version"
        case .upperBoundBuilds(let detail): "to include them, write \(quoted(detail.suggestion))"
        case .prereleaseBoundary(let detail):
            "write \(quoted(detail.suggestion)) to \(detail.sign == "<" ? "exclude" : "include") them"
        case .leadingZero(_, let meaning): "write \(quoted(meaning))"
        case .vPrefix(let text): "write \(quoted(String(text.dropFirst())))"

        case .shadowed(let detail): help(for: detail)
        case .redundant: "delete it; no version's value changes"
        case .ambiguousOrder(let detail):
            "to say so, write \(quoted(detail.narrowed.description)); no version's value changes"
        case .unknownRelease(let detail): help(for: detail)
        case .belowFloor: "delete it; no supported version's value changes"
        case .lockout(_, _, let newest?): "ask for \(newest) at most until a newer version is shipped"

        case .issue, .metadata, .partlyShadowed, .valueIsland, .lockout: nil
        }
    }

    private func help(for detail: ShadowedDetail) -> String {
        guard let target = detail.target, let tree = document?.tree else {
            return "delete it; no version's value changes"
        }
        let place = locate(tree.nodes[target].span.lowerBound)
        let own = locate(detail.span.lowerBound)
        if place.sourceName != own.sourceName {
            return "move it above line \(place.location.line) of \(place.sourceName), or delete it"
        }
        if place.location.line == own.location.line {
            return "move it before the entry in column \(place.location.column), or delete it"
        }
        return "move it above line \(place.location.line), or delete it"
    }

    private func help(for detail: UnknownReleaseDetail) -> String {
        if let suggestion = detail.suggestion { return "\(quoted(suggestion)) contains the same known versions" }
        switch (detail.below, detail.above) {
        case (let below?, let above?): return "the known versions next to it are \(below) and \(above)"
        case (let below?, nil): return "the newest known version is \(below)"
        case (nil, let above?): return "the oldest known version is \(above)"
        case (nil, nil): return "no version is known"
        }
    }
}

extension FindingWording {
    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    private func phrase(_ versions: ListedVersions) -> String {
        if versions.furtherStretches > 0 {
            let noun = versions.furtherStretches == 1 ? "stretch" : "stretches"
            return "every version \(versions.shown), and \(versions.furtherStretches) more \(noun) of versions"
        }
        if versions.shown == .all { return "every version" }
        let stretches = versions.shown.stretches
        if stretches.count == 1, let single = stretches.first?.singleVersion { return "version \(single)" }
        return "every version \(versions.shown)"
    }

    /// A value as compact JSON, cut where it is long.
    private func value(_ node: Int) -> String {
        guard let tree = document?.tree else { return "" }
        let text: String
        switch tree.kind(of: node) {
        case .array, .object:
            var writer = JSONWriter()
            writer.write(node, of: tree)
            text = String(decoding: writer.bytes, as: UTF8.self)
        default: text = String(decoding: tree.bytes[tree.nodes[node].span], as: UTF8.self)
        }
        guard text.utf8.count > Self.longestValue else { return text }
        return String(text.unicodeScalars.prefix(Self.longestValue - 1)) + "…"
    }

    /// The setting that a finding is about, in quotes.
    private func setting(of finding: Finding) -> String {
        quoted(finding.slot.flatMap { document?.name(of: $0) } ?? "")
    }

    /// A requirement as it is written, in quotes; the texts of a list are joined with `||`.
    private func requirement(_ node: Int) -> String {
        guard let tree = document?.tree else { return "" }
        let texts = tree.kind(of: node) == .string ? [node] : Array(tree.elements(of: node))
        return quoted(texts.compactMap { tree.string(at: $0) }.joined(separator: " || "))
    }

    private static let longestValue = 60

    private func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return isPlain ? "\"" + text + "\"" : SettingProblem.quoted(text)
    }
}
