import FlagResolver

extension StoreCore {
    /// Reads the values of all sources again.
    func reloadSources() {
        for source in sources { reload(source) }
    }

    private func reload(_ source: LayeredSource) {
        var diagnostics: [StoreDiagnostic] = []
        change(.any) { contents in
            // Read here, because a change starts over if another one was faster: so the last change has the latest values.
            let values = source.values()
            diagnostics = values.diagnostics
            let old = contents.stack.layer(of: source.layer)
            guard !contents.isClosed, old?.document.tree.bytes != values.document?.tree.bytes else { return false }
            let new = values.layered(for: contents.stack.context, contents.stack.makeDecoder)
            contents.stack.replace(source.layer, with: new)
            return true
        }
        log.report(diagnostics)
    }

    /// Reads the values of a source again whenever it announces a change, until the store is closed.
    func follow(_ changes: [(LayeredSource, AsyncStream<Void>)]) {
        guard !changes.isEmpty else { return }
        let following = changes.map { source, changes in
            Task { [weak self] in
                for await _ in changes { self?.reload(source) }
            }
        }
        let isClosed = state.withLock { state in
            state.following = following
            return state.isClosed
        }
        if isClosed { for task in following { task.cancel() } }
    }
}
