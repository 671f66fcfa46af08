#if canImport(Darwin)
    import Foundation

    extension SystemFiles {
        package func excludeFromBackups(_ path: String) throws(FileFailure) {
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            do {
                try url.setResourceValues(values)
            } catch {
                throw FileFailure("exclude from backups", path, reason: "\(error)")
            }
        }
    }
#endif
