/// The share of installs that several releases have together, to a tenth of a per cent.
package struct InstallShare: Hashable, Sendable {
    private let tenths: Int64
    /// Whether some of the releases have a share that the list does not say, so that it is at least this.
    package let isLowerBound: Bool

    /// Adds up what is known; `nil` where no share is.
    package init?(of releases: some Collection<ReleaseList.Release>) {
        let shares = releases.compactMap(\.share)
        guard !shares.isEmpty else { return nil }
        tenths = Int64((shares.reduce(0, +) * 10).rounded())
        isLowerBound = shares.count < releases.count
    }

    /// The share in per cent with one decimal: `61.7`.
    package var percent: String { "\(tenths / 10).\(tenths % 10)" }
}
