extension DocumentLocation {
    /// The destination at this location.
    package func destination(_ options: ConnectionOptions) -> any PublishingDestination {
        switch self {
        case .file(let path): FileDestination(path: path)
        case .http(let address): HTTPDestination(address: address, options: options)
        case .etcd(let address): EtcdDestination(EtcdClient(address, options))
        }
    }
}
