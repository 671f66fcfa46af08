import FlagResolver

/// The words of the findings that no document has many of.
extension FindingWording {
    /// Whether the message itself names what the finding is about.
    func namesSubject(rareMessageOf finding: Finding) -> Bool {
        switch finding.detail {
        case .unusualName(let name, _): name == subject(of: finding)
        case .issue, .unknownEntryMember, .emptyRequirement, .upperBoundBuilds, .prereleaseBoundary, .leadingZero,
            .vPrefix, .unknownRelease, .belowFloor:
            false
        case .refused, .unknownSettingMember, .misspeltMember, .documentAsSetting, .metadata, .lockout, .shadowed,
            .redundant, .partlyShadowed, .ambiguousOrder, .valueIsland:
            true
        }
    }

    func rareMessage(of finding: Finding) -> String {
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
        case .unusualName(let name, _): unusualName(name)

        case .emptyRequirement(let text, let isAlternative, _):
            "\(isAlternative ? "alternative" : "requirement") \(quoted(text)) contains no version"
        case .upperBoundBuilds(let detail): upperBound(detail)
        case .prereleaseBoundary(let detail):
            "\(quoted(detail.text)) \(detail.sign == "<" ? "includes" : "excludes") pre-releases such as "
                + "\(detail.example)" + (detail.isOneOfMany ? ", as every \(quoted(detail.sign)) does" : "")
        case .leadingZero(let text, let meaning): "\(quoted(text)) is read as \(meaning): leading zeros do not count"
        case .vPrefix(let text): "\(quoted(text)) is read without its \"v\""

        case .unknownRelease(let detail): "no shipped or planned version is \(detail.version)"
        case .belowFloor(let floor): "all of these versions are older than the minimum version, \(floor)"
        case .lockout(let versions, let floor, let newest):
            "\(setting(of: finding)) asks for \(floor) or newer on \(phrase(versions)), and the newest version that was shipped "
                + "is \(newest.map { "\($0)" } ?? "none"): nobody there could update"
        // These are written as bytes.
        case .shadowed, .redundant, .partlyShadowed, .ambiguousOrder, .valueIsland: ""
        }
    }

    private func upperBound(_ detail: UpperBoundDetail) -> String {
        let values = detail.values.map { value($0) }.joined(separator: " or ")
        return "\(quoted(detail.text)) leaves out builds of \(detail.bound) such as \(detail.example)"
            + (values.isEmpty ? "" : ", which get \(values)")
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
    func rareHelp(of finding: Finding) -> String? {
        switch finding.detail {
        case .refused(_, let help): help
        case .unknownSettingMember(_, let suggestion?), .unknownEntryMember(_, let suggestion?),
            .misspeltMember(_, let suggestion?), .metadata(.unknownSetting(_, let suggestion?)),
            .metadata(.misspelt(_, let suggestion)):
            "did you mean \(quoted(suggestion))?"
        case .misspeltMember: "put it into an object of its own, or rename it"
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

        case .unknownRelease(let detail): help(for: detail)
        case .belowFloor: "delete it; no supported version's value changes"
        case .lockout(_, _, let newest?): "ask for \(newest) at most until a newer version is shipped"

        case .issue, .metadata, .lockout, .shadowed, .redundant, .partlyShadowed, .ambiguousOrder, .valueIsland: nil
        }
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
    /// The setting that a finding is about, in quotes.
    private func setting(of finding: Finding) -> String {
        var text: [UInt8] = []
        write(settingOf: finding, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
