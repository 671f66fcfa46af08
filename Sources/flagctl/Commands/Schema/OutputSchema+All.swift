extension OutputSchema {
    /// Every schema: the input formats, then the outputs in the order of the help.
    static let all: [OutputSchema] = [
        .settings,
        .settingsWithTargeting,
        .expectations,
        .project,
        ResolveReport.json.schema, ResolveReport.jsonLine.schema,
        CheckReport.json.schema, CheckReport.jsonLine.schema,
        ExplainReport.json.schema,
        MatrixReport.json.schema,
        DiffReport.json.schema, DiffReport.jsonLine.schema,
        LogReport.json.schema,
        ProofReport.json.schema,
        ReleaseReport.json.schema,
        TestReport.json.schema,
        ReferencesReport.json.schema,
        StaleReport.json.schema,
        RetargetReport.json.schema,
        RolloutReport.json.schema,
        BucketReport.json.schema,
        PublishReport.json.schema,
        PublishReport.rollbackJSON.schema,
        InitReport.json.schema,
        ConfigReport.json.schema,
        RuleList.json.schema,
    ]
}
