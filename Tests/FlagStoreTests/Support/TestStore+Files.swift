import FlagStore
import FlagStoreTesting
import TestSupport

extension TestStore {
    /// A store that keeps its documents in files in memory.
    init(
        on files: some FileLayer,
        appVersion: String = "1.0.0",
        document: String? = nil,
        _ configure: (inout StoreConfiguration) -> Void = { _ in }
    ) {
        self.init(appVersion: appVersion, document: document) { configuration in
            configuration.files = files
            configuration.directory = "/cache"
            configure(&configuration)
        }
    }

    /// What the next process finds if this one crashes now.
    func crash(_ files: MemoryFiles) async -> MemoryFiles {
        await store.finishWriting()
        return files.remains(after: .nothing)
    }

    /// Confirms the document, and closes the store.
    func confirmAndEnd() async {
        store.confirm()
        await end()
    }

    /// Closes the store, and waits until everything is written.
    func end() async {
        store.close()
        await store.finishWriting()
    }
}
