import FlagAnalysis

extension CheckReport {
    /// The owners of settings with findings: the most errors first, then the most warnings.
    var owners: [OwnerCount] {
        OwnerCount.all(
            of: files.lazy.flatMap { file in
                file.findings.lazy.map { finding in
                    OwnerCount.Finding(
                        owner: file.owner(of: finding), severity: finding.severity, setting: file.setting(of: finding))
                }
            })
    }

    /// `assistant   1 error    0 warnings   aiChat.enabled`
    func writeOwners(to buffer: inout TextBuffer) {
        OwnerCount.write(owners, showsNotes: showsNotes, to: &buffer)
    }
}
