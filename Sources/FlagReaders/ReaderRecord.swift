package import FlagResolver

/// What the code of one release reads: the settings, and the type and the default in code of each.
///
/// A record is a file, `2.0.1.reader.json`:
///
/// ```json
/// {
///   "release": "2.0.1",
///   "from": { "tag": "v2.0.1", "revision": "4f7bd68…" },
///   "complete": true,
///   "rule": 3,
///   "formatLevel": 1,
///   "bundled": { "path": "Sources/Shop/Flags.json", "object": "9c1e…" },
///   "settings": {
///     "checkout": { "type": "string", "cases": ["legacy", "modern"], "open": true, "default": "legacy" },
///     "syncInterval": { "type": "integer", "swift": "Int", "default": 900 }
///   }
/// }
/// ```
package struct ReaderRecord: Sendable {
    /// A setting, and each way in which the code reads it. Records with an equal line for it share it.
    package final class Setting: Sendable {
        package let name: String
        package let reads: TypedReads

        package init(name: String, reads: TypedReads) {
            self.name = name
            self.reads = reads
        }
    }

    /// Where the code was found.
    package struct Origin: Hashable, Sendable {
        package let tag: String?
        /// The object name of the commit.
        package let revision: String?

        package init(tag: String?, revision: String?) {
            self.tag = tag
            self.revision = revision
        }
    }

    /// The document that the app contains, which decides where the current one cannot be read.
    package struct Bundled: Hashable, Sendable {
        /// The path from the top of the repository.
        package let path: String
        /// The name of the content as an object of git.
        package let object: String

        package init(path: String, object: String) {
            self.path = path
            self.object = object
        }
    }

    /// A person who says that the record is complete, and why.
    package struct Attestation: Hashable, Sendable {
        package let person: String
        package let reason: String

        package init(person: String, reason: String) {
            self.person = person
            self.reason = reason
        }

        /// What the project says for all releases, such as that a package reads no settings.
        package static func byProject(_ reason: String) -> Attestation { Attestation(person: project, reason: reason) }

        package var isByProject: Bool { person == Self.project }

        private static let project = "the project"
    }

    package let release: AppVersion
    package let origin: Origin?
    /// Whether what made the record has found no place that may read a setting that is not listed.
    package let statesComplete: Bool
    /// The version of the rule by which that was decided.
    package let rule: Int
    package let attestation: Attestation?
    /// The document format that the library in the release understands.
    package let formatLevel: Int
    package let bundled: Bundled?
    package let settings: [Setting]
    /// What the record cannot say, in words.
    package let unseen: [String]

    package init(
        release: AppVersion, origin: Origin? = nil, isComplete: Bool, rule: Int = currentRule,
        attestation: Attestation? = nil, formatLevel: Int = FormatLevel.current,
        bundled: Bundled? = nil, settings: [Setting], unseen: [String] = []
    ) {
        self.release = release
        self.origin = origin
        statesComplete = isComplete
        self.rule = rule
        self.attestation = attestation
        self.formatLevel = formatLevel
        self.bundled = bundled
        self.settings = settings
        self.unseen = unseen
    }

    /// The record with another attestation, or none.
    package func attested(_ attestation: Attestation?) -> ReaderRecord {
        ReaderRecord(
            release: release, origin: origin, isComplete: statesComplete, rule: rule, attestation: attestation,
            formatLevel: formatLevel, bundled: bundled, settings: settings, unseen: unseen)
    }

    /// The version of the rule that decides when a record is complete.
    ///
    /// 1 counted names that were found. 2 counts every use of the libraries, and reads models. 3 attributes a use only where its names have
    /// one meaning: a scope, an extension, an alias or an inferred type can give them another one.
    package static let currentRule = 3

    /// Whether the code reads no setting that the record does not list, by the current rule or because a person says so.
    package var isComplete: Bool { attestation != nil || statesComplete && rule >= Self.currentRule }

    /// The end of the name of a file with a record.
    package static let fileSuffix = ".reader.json"

    /// The name of the file for a release: `2.0.1.reader.json`.
    package static func fileName(for release: AppVersion) -> String { "\(release)\(fileSuffix)" }
}

/// The ways in which code reads a setting, usually one. Records whose text is equal share them.
package final class TypedReads: Sendable {
    package let all: [TypedRead]

    package init(_ all: [TypedRead]) {
        self.all = all
    }

    /// Whether both are the same ways, as for records that were read apart.
    package func isSame(as other: TypedReads) -> Bool {
        self === other || all == other.all
    }
}

/// One way in which code reads a setting: the type, and the value without any document.
package struct TypedRead: Sendable, Hashable {
    package let type: ReaderType
    /// The default in code; `nil` if it is not known.
    package let defaultValue: JSONValue?
    /// Where the code has the name of the setting, if it is not known whether it reads it; otherwise `nil`.
    package let mention: String?

    package init(type: ReaderType, defaultValue: JSONValue?, mention: String? = nil) {
        self.type = type
        self.defaultValue = defaultValue
        self.mention = mention
    }

    /// A setting whose name the code has in a place that is not understood.
    package static func mentioned(at place: String) -> TypedRead {
        TypedRead(type: .any, defaultValue: nil, mention: place)
    }
}

/// The versions of the document format.
package enum FormatLevel {
    /// Entries that test only the app version.
    package static let versionsOnly = 0
    /// Entries that also test attributes, rollouts, schedules and other settings.
    package static let targeting = 1
    /// The level of this library.
    package static let current = targeting
}
