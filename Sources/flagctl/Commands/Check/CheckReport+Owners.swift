import FlagAnalysis

extension CheckReport {
    /// The owners of settings with findings: the most errors first, then the most warnings.
    var owners: [OwnerCount] {
        OwnerCount.all(
            of: files.lazy.flatMap { file in
                file.checkedFindings.map { finding in
                    OwnerCount.Finding(
                        owner: finding.owner, severity: finding.diagnostic.severity, setting: finding.diagnostic.setting
                    )
                }
            })
    }

    /// `assistant   1 error    0 warnings   aiChat.enabled`
    func writeOwners(to buffer: inout TextBuffer) {
        OwnerCount.write(owners, showsNotes: showsNotes, to: &buffer)
    }
}
