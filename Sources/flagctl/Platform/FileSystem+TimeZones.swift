extension FileSystem {
    /// The file of a time zone in the system's database; `nil` if the database does not have it.
    ///
    /// - Parameter name: A name such as `Europe/Berlin`, without components that lead out of the database.
    static func timeZoneFile(named name: String) -> [UInt8]? {
        for folder in ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/var/db/timezone/zoneinfo"] {
            if let file = try? readRegularFile("\(folder)/\(name)", atMost: 1 << 20) { return file.bytes }
        }
        return nil
    }
}
