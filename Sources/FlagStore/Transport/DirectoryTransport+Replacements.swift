package import FlagResolver

extension DirectoryTransport {
    /// The settings of earlier files that a later file changes or removes.
    package struct Replacement: Hashable, Sendable {
        /// The name of the later file.
        package let file: String
        /// The settings, in the order of the document.
        package let names: [String]
    }

    /// What later files replace, in the order of the files. A file that repeats a setting as it is replaces nothing.
    ///
    /// - Returns: Nothing if the files cannot be read, or are no document: then, ``fetch(_:)`` fails, or the document is refused.
    /// - Complexity: O(*n*) in the size of the files, for each file.
    package func replacements(limits: DocumentLimits = .standard) -> [Replacement] {
        guard let files = try? MergedDirectory(path: path).files(limit: limits.byteCount),
            var merged = files.first?.tree
        else { return [] }
        var found: [Replacement] = []
        for (name, patch) in files.dropFirst() {
            guard let after = try? merged.merging([patch]),
                let old = try? SettingsDocument(tree: merged, limits: limits),
                let new = try? SettingsDocument(tree: after, limits: limits)
            else { return found }
            let names = old.indices.filter { setting in
                guard let other = new.index(named: old.name(of: setting)) else { return true }
                return old.text(of: setting) != new.text(of: other)
            }.map { old.name(of: $0) }
            if !names.isEmpty { found.append(Replacement(file: name, names: names)) }
            merged = after
        }
        return found
    }
}

extension SettingsDocument {
    /// The JSON of a setting in a form that does not depend on its layout.
    fileprivate func text(of setting: SettingIndex) -> [UInt8] {
        tree.canonicalText(of: Int(loaded[setting].node))
    }
}
