import FlagResolver

extension VersionSet {
    /// The set that the value of an option denotes.
    ///
    /// - Throws: `UsageError` when the text is no requirement, or one that no version satisfies: nothing could be found
    ///   then, and that would look like a good answer.
    static func one(_ text: String, of option: Option) throws(UsageError) -> VersionSet {
        let set: VersionSet
        do throws(VersionSyntaxError) {
            set = try VersionSet(parsing: text)
        } catch {
            throw .badValue(option, value: text, problem: "\(error)", help: nil)
        }
        guard !set.isEmpty else {
            throw .badValue(option, value: text, problem: "it contains no version", help: "are the bounds swapped?")
        }
        return set
    }
}
