package import FlagResolver

/// One thing that a check reports, as data: what, how bad, where, and all that its words are made of.
///
/// The words themselves are made by ``FindingWording``. A report has tens of thousands of findings, so they are small:
/// what they refer to are nodes of the document's tree and positions in its list of entries, in 32 bits as everywhere in
/// a document.
package struct Finding: Sendable {
    package let code: RuleCode
    package let severity: Severity
    private let subjectKind: SubjectKind
    private let start: UInt32
    private let end: UInt32
    /// The index of a setting or the node of a key, as ``subjectKind`` says.
    private let subjectNumber: UInt32
    private let further: UInt32

    /// Whether more places may take part than ``related`` and ``furtherCount`` say.
    package let mayHaveMore: Bool

    /// Other places that take part, in document order.
    package let related: [RelatedPlace]

    package let detail: Detail

    /// What a finding is about.
    package enum Subject: Sendable, Hashable {
        /// The document as a whole.
        case document
        /// A setting.
        case setting(SettingIndex)
        /// A metadata member such as `$minimumVersion`, by the node of its key.
        case metadata(key: Int)
    }

    private enum SubjectKind: UInt8 {
        case document
        case setting
        case metadata
    }

    package init(
        code: RuleCode, severity: Severity, span: Range<Int>, detail: Detail, related: [RelatedPlace] = [],
        furtherCount: Int = 0, mayHaveMore: Bool = false, about subject: Subject = .document
    ) {
        self.code = code
        self.severity = severity
        start = UInt32(clamping: span.lowerBound)
        end = UInt32(clamping: span.upperBound)
        (subjectKind, subjectNumber) =
            switch subject {
            case .document: (.document, 0)
            case .setting(let settingIndex): (.setting, UInt32(clamping: settingIndex.position))
            case .metadata(let key): (.metadata, UInt32(clamping: key))
            }
        further = UInt32(clamping: furtherCount)
        self.mayHaveMore = mayHaveMore
        self.related = related
        self.detail = detail
    }

    /// The bytes concerned, counted in the bytes of the document's tree; empty at 0 where it is the document as a whole.
    package var span: Range<Int> { Int(start)..<Int(end) }

    package var subject: Subject {
        switch subjectKind {
        case .document: .document
        case .setting: .setting(SettingIndex(Int(subjectNumber)))
        case .metadata: .metadata(key: Int(subjectNumber))
        }
    }

    /// The setting concerned; `nil` if the finding is not about one setting.
    package var settingIndex: SettingIndex? { subjectKind == .setting ? SettingIndex(Int(subjectNumber)) : nil }

    /// How many places take part beside those of ``related``, which names no more than a reader wants.
    package var furtherCount: Int { Int(further) }

    /// What was found. Values and requirements are nodes of the document's tree, so that no text is made of them before
    /// it is shown.
    package enum Detail: Sendable {
        /// The text is no document: what the parser or the loader says.
        case refused(message: String, help: String?)
        /// A setting or an entry is malformed.
        indirect case issue(SettingProblem)
        case unknownSettingMember(String, suggestion: String?)
        case unknownEntryMember(String, suggestion: String?)
        /// A constant whose name looks like a misspelt member of a setting.
        case misspeltMember(String, suggestion: String?)
        /// A member of settings that stands at the top level.
        case documentAsSetting(String)
        indirect case metadata(MetadataProblem)
        /// The name is a key; `group` is the whole name of the group of settings that has it, if it is not a setting's.
        case unusualName(String, group: String?)

        case emptyRequirement(text: String, isAlternative: Bool, suggestion: String?)
        indirect case upperBoundBuilds(UpperBoundDetail)
        indirect case prereleaseBoundary(PrereleaseDetail)
        case leadingZero(text: String, meaning: String)
        case vPrefix(text: String)

        case shadowed(ShadowedDetail)
        case redundant(value: UInt32)
        /// The value is that of all these versions; `nil` where they have several.
        case partlyShadowed(versions: ListedVersions, value: UInt32?)
        case ambiguousOrder(AmbiguousDetail)
        case valueIsland(versions: VersionInterval, value: UInt32, around: UInt32)

        indirect case unknownRelease(UnknownReleaseDetail)
        case belowFloor(floor: AppVersion)
        indirect case lockout(versions: ListedVersions, floor: AppVersion, newest: AppVersion?)
    }
}

/// A place that takes part in a finding.
package struct RelatedPlace: Sendable {
    package enum Role: Sendable {
        /// An entry that stands before and takes versions; the node of its requirement.
        case comesFirst(requirement: UInt32)
        /// The same, where it also matters what it gives.
        case comesFirstWith(requirement: UInt32, value: UInt32)
        case other(String)
    }

    package let span: Range<Int>
    package let role: Role

    /// The entries that take all versions of another one.
    static func blocking(
        _ blockers: CheckedSetting.BlockingEntries, in setting: CheckedSetting
    ) -> [RelatedPlace] {
        blockers.indices.map { index in
            RelatedPlace(
                span: setting.span(ofRequirement: index),
                role: .comesFirst(requirement: setting.entries[index].requirement))
        }
    }

    static func ofIssue(_ issue: SettingIssue) -> [RelatedPlace] {
        issue.relatedSpan.map { [RelatedPlace(span: $0, role: .other("the other one is here"))] } ?? []
    }
}

/// Versions as they are named in a finding: all of them, or the lowest intervals and how many more there are.
package struct ListedVersions: Sendable, Hashable {
    package let shown: VersionSet
    private let further: UInt32

    package init(_ shown: VersionSet, furtherIntervals: Int = 0) {
        self.shown = shown
        further = UInt32(clamping: furtherIntervals)
    }

    package var furtherIntervals: Int { Int(further) }

    /// How many intervals a finding names at most: a list that nobody reads must not cost more than the check.
    static let greatestCount = 12
}

/// An entry that wins for no version.
package struct ShadowedDetail: Sendable {
    /// The versions for which another value is given.
    package let versions: ListedVersions
    /// Whether earlier entries give the same value for the others.
    package let isPartlySame: Bool
    /// The value that is given instead; `nil` where there are several.
    package let value: UInt32?
    /// Whether one entry takes all of the versions.
    package let hasOneBlocker: Bool
    /// The node of the entry.
    package let entry: UInt32
    /// The node of the entry before which this one would win for all of its versions, no other one losing its last.
    package let target: UInt32?
}

/// Two entries whose order decides.
package struct AmbiguousDetail: Sendable {
    package let versions: ListedVersions
    package let entry: EntryIndex
    package let earlier: EntryIndex

    /// A requirement of the entry without the shared versions, which leaves every version's value as it is: the earlier
    /// entry comes first for all of them.
    package func narrowed(in loaded: LoadedSettings) -> VersionSet {
        let versions = loaded[entry].bounds.versions(sets: loaded.sets)
        return versions.subtracting(loaded[earlier].bounds.versions(sets: loaded.sets))
    }
}

/// A bound `<=1.4.2` that leaves out 1.4.2.1.
package struct UpperBoundDetail: Sendable {
    package let text: String
    package let bound: AppVersion
    /// A version that is left out and gets another value, or all such versions as a requirement.
    package let example: String
    /// What the versions left out get instead, each other value once.
    package let values: [Int]
    package let suggestion: String
}

/// A bound at a release, and on which side its pre-releases are.
package struct PrereleaseDetail: Sendable {
    package let text: String
    /// Its operator, `<` or `>=`.
    package let sign: String
    package let example: AppVersion
    /// Whether it stands for all bounds with its operator.
    package let isOneOfMany: Bool
    package let suggestion: String
}

/// A bound at a version that nobody knows.
package struct UnknownReleaseDetail: Sendable {
    package let text: String
    package let version: AppVersion
    /// The known versions next to it.
    package let below: AppVersion?
    package let above: AppVersion?
    /// The whole requirement with a known version, which contains the same known versions.
    package let suggestion: String?
}

/// What is wrong with the `$` members of the top level.
package enum MetadataProblem: Sendable, Hashable {
    case versionNotInteger(found: String)
    case minimumVersionNotText(found: String)
    case minimumVersionUnreadable(text: String, error: VersionSyntaxError)
    case settingNotText(found: String)
    case unknownSetting(name: String, suggestion: String?)
    case floorNotVersion(name: String, found: String)
    case misspelt(name: String, suggestion: String)
}
