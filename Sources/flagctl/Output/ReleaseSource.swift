import FlagAnalysis

/// Where a release gets a value from.
enum ReleaseSource: String, CaseIterable {
    case document
    case bundled
    case code

    init(_ given: ReaderAnalysis.Given) {
        switch given.source {
        case .document: self = .document
        case .bundled: self = .bundled
        case .code: self = .code
        }
    }
}
