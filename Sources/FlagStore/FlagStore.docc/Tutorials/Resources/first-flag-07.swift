import FlagStore

@main
struct Shop {
    static func main() {
        let store = Settings.store
        print("new checkout:", store[Flags.newCheckout])
        print("seconds between synchronisations:", store[Flags.syncInterval])
    }
}
