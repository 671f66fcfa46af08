/// The values of an entry's members that test more than the app version, and its label.
///
/// Most entries have none of them, so that they are read only if ``EntryMembers`` finds one.
struct TargetingMembers {
    private(set) var name: Int?
    private(set) var when: Int?
    private(set) var rollout: Int?
    private(set) var from: Int?
    private(set) var until: Int?
    private(set) var requires: Int?

    init(of entry: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) {
        nodes.forEachMember(of: entry) { key in
            switch KnownMember(key: nodes[key], in: bytes) {
            case .name: name = key + 1
            case .when: when = key + 1
            case .rollout: rollout = key + 1
            case .from: from = key + 1
            case .until: until = key + 1
            case .requires: requires = key + 1
            default: break
            }
        }
    }
}
