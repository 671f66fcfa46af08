import FlagResolver

/// The case spaces of a checked document, each made when a rule first needs it.
final class CheckedSpaces {
    private let axes: CaseAxes
    /// The space of contexts with an app version.
    private(set) lazy var withVersion = CaseSpace(axes)
    /// The space of contexts without an app version.
    private(set) lazy var withoutVersion = CaseSpace(axes, isWithoutVersion: true)

    init(_ axes: CaseAxes) {
        self.axes = axes
    }
}
