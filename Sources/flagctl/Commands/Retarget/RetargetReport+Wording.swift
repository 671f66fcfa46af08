import FlagAnalysis
import FlagResolver

extension RetargetedDocument.Refusal {
    enum Code: String, CaseIterable {
        case emptiesRequirement = "empties-requirement"
        case reordersBoundaries = "reorders-boundaries"
        case noSuchBoundary = "no-such-boundary"
    }

    var code: Code {
        switch kind {
        case .empties: .emptiesRequirement
        case .passes, .meets: .reordersBoundaries
        case .inexpressible: .noSuchBoundary
        }
    }
}

extension RetargetReport.File {
    /// A boundary that cannot be moved, with the reason.
    func diagnostic(of refusal: RetargetedDocument.Refusal) -> Diagnostic {
        let move = result.move
        let name = quoted(loaded.settings.name(of: refusal.settingIndex))
        let text = quoted(refusal.text)
        let message: String
        let help: String
        switch refusal.kind {
        case .empties(let after):
            message = "moved to \(move.new), \(text) of \(name) would be \(quoted(after)), which contains no version"
            help = "change this requirement first, or delete its entry"
        case .passes(let other):
            message = "moved to \(move.new), \(text) would pass another boundary of \(name), \(quoted(other))"
            help =
                "move the other boundary first, or choose a version \(move.new < move.old ? "after" : "before") it"
        case .meets(let other):
            message = "moved to \(move.new), \(text) would coincide with another boundary of \(name), \(quoted(other))"
            help = "move the other boundary first, or delete one of the two entries"
        case .inexpressible:
            message =
                "\(text) of \(name) has a boundary before all pre-releases of \(move.old), and \(move.new) has none"
            help = "change this requirement by hand, or move to a release"
        }
        var diagnostic = Diagnostic(
            subject: loaded.subject(refusal.span), severity: .error, message: message, code: refusal.code.rawValue,
            setting: loaded.settings.name(of: refusal.settingIndex), help: help)
        if let span = refusal.related {
            diagnostic.related = [.init(location: loaded.location(span), message: "the other boundary is here")]
        }
        return diagnostic
    }

    /// A minimum version at the old version. It is a value, so it is not moved.
    func diagnostic(ofFloor node: Int) -> Diagnostic {
        let isMetadata = loaded.tree.member(named: "$minimumVersion" as StaticString, of: 0) == node
        let setting = isMetadata ? nil : loaded.settings.minimumVersionSetting
        return Diagnostic(
            subject: loaded.subject(loaded.tree.nodes[node].span), severity: .note,
            message:
                "in \(quoted(setting ?? "$minimumVersion")): this minimum version is \(result.move.old) and does not move, "
                + "because it is a value, not a boundary",
            setting: setting, help: "change it by hand if older versions should remain supported")
    }

    /// A warning that no boundary is at the old version, with the nearest boundaries.
    ///
    /// - Parameter areChosen: Whether `--flag` chose the settings.
    func nothingToMove(areChosen: Bool) -> Diagnostic {
        let near = result.nearestBoundaries.map { boundary in
            "\(boundary.version) (line \(loaded.location(boundary.span).start.line))"
        }
        let help: String? =
            switch near.count {
            case 0: nil
            case 1: "\(Spelling.didYouMean(near[0])) It is the nearest boundary"
            default: "\(Spelling.didYouMean(near.joined(separator: " or "))) These are the nearest boundaries"
            }
        return Diagnostic(
            subject: .name(loaded.name), severity: .warning,
            message: "no boundary \(areChosen ? "of the chosen settings " : "")is at \(result.move.old)", help: help)
    }
}
