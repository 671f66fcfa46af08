// The part of SwiftUI that the debug menu of the documentation and the views of the tests use, as Apple's SDK declares it.

@_exported import Foundation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view that is not made of others.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        fatalError()
    }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        fatalError()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        fatalError()
    }
}

public struct TupleView<Content>: PrimitiveView {}

public struct _ConditionalContent<First: View, Second: View>: PrimitiveView {}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

// MARK: State

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) { fatalError() }
    public init(initialValue: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper
public struct Binding<Value> {
    @preconcurrency
    public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void)
    { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

// MARK: Views

public struct Text: PrimitiveView {
    public init<Content: StringProtocol>(_ content: Content) { fatalError() }
    public init(_ date: Date, style: DateStyle) { fatalError() }

    public struct DateStyle: Sendable {
        public static let relative = DateStyle()
    }
}

public struct List<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { fatalError() }
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: PrimitiveView {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID, Content: View { fatalError() }
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Content: View { fatalError() }
}

public struct Section<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { fatalError() }
}

public struct VStack<Content: View>: PrimitiveView {
    public init(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) { fatalError() }
}

public struct HStack<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) { fatalError() }
}

public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

public struct Spacer: PrimitiveView {
    public init() { fatalError() }
}

public struct Toggle: PrimitiveView {
    public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) { fatalError() }
}

public struct Picker<SelectionValue: Hashable, Content: View>: PrimitiveView {
    public init<Title: StringProtocol>(
        _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { fatalError() }
}

public struct TextField: PrimitiveView {
    public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) { fatalError() }
}

public struct Button: PrimitiveView {
    public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) { fatalError() }
    public init<Title: StringProtocol>(
        _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { fatalError() }
}

public struct ButtonRole: Sendable {
    public static let destructive = ButtonRole()
}

@available(iOS 16, macOS 13, watchOS 9, *)
@available(tvOS, unavailable)
public struct ShareLink: PrimitiveView {
    public init<Title: StringProtocol>(_ title: Title, item: String) { fatalError() }
}

// MARK: Modifiers

extension View {
    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
    public func font(_ font: Font?) -> some View { self }
    public func foregroundStyle(_ color: Color) -> some View { self }
    public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
}

public struct Font: Sendable {
    public static let caption = Font()
}

public struct Color: Sendable {
    public static let red = Color()
    public static let orange = Color()
}
