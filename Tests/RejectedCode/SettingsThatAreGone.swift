import FlagStore

enum Flags {
    static let payments = SettingKey("payments", default: false)
    static let count = SettingKey("count", default: 3)
}

func reads(_ store: SettingsStore) {
    print(store[Flags.payments], store[Flags.count], store.snapshot[Flags.count])
    // error: type 'Flags' has no member 'gone'
    print(store[Flags.gone])
    // error: type 'Flags' has no member 'gone'
    print("\(store.snapshot[Flags.gone])")
    // error: type 'Flags' has no member 'gone'
    if store[Flags.gone] { return }
    // error: type 'Flags' has no member 'gone'
    let text: String = store[Flags.gone]
    print(text)
}
