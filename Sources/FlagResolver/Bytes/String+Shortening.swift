extension String {
    /// The text itself, or if it is longer than a limit, its beginning with `…` in place of the rest.
    ///
    /// The length is that in Unicode scalars, so that every system cuts at the same character.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        return String(unicodeScalars.prefix(Swift.max(0, limit - 1))) + "…"
    }
}
