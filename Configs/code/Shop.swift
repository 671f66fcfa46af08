import FlagStore

struct Shop {
    let store: SettingsStore

    var offersPayments: Bool { store[.payments] && store[.checkout] != "legacy" }

    var secondsBetweenSyncs: Int { store[.interval] }

    func title(of page: String) -> String {
        store[SettingKey("title.\(page)", default: page)]
    }
}
