import FlagReaders
import FlagResolver

/// What recorded releases get where the document gives them nothing: their bundled documents, then the defaults in their code.
final class ReaderFallbacks {
    /// A document that releases have bundled.
    struct Bundled {
        let document: SettingsDocument
        let space: CaseSpace
    }

    /// What gives a release the value of a setting.
    enum Fallback {
        /// A setting of its bundled document, which its code can read.
        case bundled(ReaderSetting, CaseSpace)
        /// Its bundled document, which cannot be read here.
        case unreadableBundle
        /// The default in its code; `nil` if it is not known.
        case code(JSONValue?)
    }

    private let readers: DocumentReaders
    private var bundledDocuments: [ReaderRecord.Bundled: Bundled?] = [:]

    init(_ readers: DocumentReaders) {
        self.readers = readers
    }

    func fallback(_ name: String, _ read: TypedRead, _ release: RecordedReleases.Release) -> Fallback {
        let ofCode = Fallback.code(read.defaultValue)
        guard let bundled = release.bundled else { return ofCode }
        guard let found = bundledDocument(bundled) else { return .unreadableBundle }
        guard let index = found.document.index(named: name) else { return ofCode }
        let setting = ReaderSetting(index, of: found.document, as: read.type, formatLevel: release.formatLevel)
        return setting.readable.problemOfDefault == nil ? .bundled(setting, found.space) : ofCode
    }

    private func bundledDocument(_ bundled: ReaderRecord.Bundled) -> Bundled? {
        if let known = bundledDocuments[bundled] { return known }
        let found = readers.bundledDocument(bundled).map { Bundled(document: $0, space: CaseSpace($0)) }
        bundledDocuments[bundled] = .some(found)
        return found
    }

    /// The values that a release gets.
    func given(
        _ name: String, _ read: TypedRead, _ release: RecordedReleases.Release
    ) throws(CaseSpace.Failure) -> [ReaderAnalysis.Given] {
        switch fallback(name, read, release) {
        case .unreadableBundle: return [ReaderAnalysis.Given(source: .bundled, value: nil, users: nil)]
        case .code(let value): return [ReaderAnalysis.Given(source: .code, value: value, users: nil)]
        case .bundled(let setting, let space):
            guard let winners = try setting.winners(in: space) else { return [] }
            var given: [ReaderAnalysis.Given] = []
            for winner in space.values(of: winners.decision(of: release), as: Winner.self) {
                guard let value = setting.value(of: winner), !given.contains(where: { $0.value == value }) else {
                    continue
                }
                given.append(ReaderAnalysis.Given(source: .bundled, value: value, users: nil))
            }
            return given
        }
    }
}

extension CaseMap {
    /// The decision of one release.
    subscript(release: RecordedReleases.Release) -> Decision { value(at: index(containing: release.version)) }

    /// The decision of one release, for all versions.
    func decision(of release: RecordedReleases.Release) -> CaseMap { VersionMap(self[release]) }
}
