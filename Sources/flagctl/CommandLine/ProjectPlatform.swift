/// A platform that the project file names: the documents of one line of versions, and their releases.
struct ProjectPlatform: Sendable, Equatable {
    let name: String
    /// Files, directories and globs.
    let inputs: [String]
    /// The path of the list of releases; `nil` for that of the project.
    let releases: String?
    /// The folder with the records of the platform's releases; `nil` for that of the project.
    let readers: String?
}

extension ArgumentDefaults {
    /// A platform, with the locations of its members in the project file.
    struct Platform {
        let name: String
        let inputs: Value
        /// `nil` for the list of the project.
        let releases: Value?
        /// `nil` for the records of the project.
        let readers: Value?

        var platform: ProjectPlatform {
            ProjectPlatform(
                name: name, inputs: inputs.texts, releases: releases?.texts.first, readers: readers?.texts.first)
        }
    }
}
