import FlagResolver

/// What a run of `resolve` is asked for.
struct ResolveRequest {
    let versions: [AppVersion]
    /// The only settings wanted; empty for all.
    let flags: [String]
    let isOnlyOverridden: Bool
    let isExplained: Bool
    let isStrict: Bool
    let isInDocumentOrder: Bool
    /// The path of a saved result to compare with.
    let expectation: String?
    let patches: [String]
    let files: [String]
    let standardInputName: String?
    let format: ResolveReport.Format
    /// What the names of shell variables begin with; empty for nothing.
    let variablePrefix: String
    let reports: [ReportRequest]
}
