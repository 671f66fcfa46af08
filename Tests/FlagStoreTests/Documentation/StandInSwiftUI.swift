// The part of SwiftUI that the examples need, to compile and test them on systems without SwiftUI.
#if !canImport(SwiftUI)
    @MainActor
    protocol View {
        associatedtype Body: View
        @ViewBuilder var body: Body { get }
    }

    extension View {
        /// The texts that the view shows, from top to bottom.
        var texts: [String] {
            (self as? Group)?.shownTexts ?? body.texts
        }
    }

    /// The primitive view: every body ends in one.
    struct Group: View {
        let shownTexts: [String]

        var body: Group { self }
    }

    struct Text: View {
        let text: String

        init(_ text: String) {
            self.text = text
        }

        var body: Group { Group(shownTexts: [text]) }
    }

    struct List: View {
        let rows: [String]

        init<Element: Identifiable>(_ elements: [Element], row: (Element) -> Text) {
            rows = elements.map { row($0).text }
        }

        var body: Group { Group(shownTexts: rows) }
    }

    struct Toggle: View {
        let title: String
        let isOn: Binding<Bool>

        init(_ title: String, isOn: Binding<Bool>) {
            self.title = title
            self.isOn = isOn
        }

        var body: Group { Group(shownTexts: ["\(title): \(isOn.wrappedValue ? "on" : "off")"]) }
    }

    @MainActor
    @resultBuilder
    enum ViewBuilder {
        static func buildBlock(_ views: any View...) -> Group { Group(shownTexts: views.flatMap { $0.texts }) }
        static func buildOptional(_ view: Group?) -> Group { view ?? Group(shownTexts: []) }
        static func buildEither(first view: Group) -> Group { view }
        static func buildEither(second view: Group) -> Group { view }
    }

    @MainActor
    @propertyWrapper
    struct State<Value> {
        var wrappedValue: Value
    }

    @MainActor
    struct Binding<Value> {
        let get: @MainActor () -> Value
        let set: @MainActor (Value) -> Void

        var wrappedValue: Value {
            get { get() }
            nonmutating set { set(newValue) }
        }
    }
#endif
