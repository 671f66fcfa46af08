extension String {
    /// The string, truncated with `…` if it is longer than a limit.
    ///
    /// The length is counted in Unicode scalars, so that every platform cuts at the same character.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        return String(unicodeScalars.prefix(Swift.max(0, limit - 1))) + "…"
    }
}
