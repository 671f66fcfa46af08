import FlagResolver

/// Properties, parameters of closures, and patterns.
extension OutlineScan {
    mutating func visitProperty(_ index: Int) -> Int {
        let isConstant = source.word(at: index) == .let
        let found = attributes
        let isStored = !isStaticOrLazy(before: index)
        forget()
        guard source.isName(at: index + 1) else {
            let first = outline.bindings.count
            visitPattern(index)
            if let type = scopes[current].type {
                outline.types[type].otherMembers += outline.bindings[first...].map(\.name)
            }
            if let type = scopes[current].type, isStored { outline.types[type].hasUnreadMembers = true }
            return index + 1
        }
        var names = [index + 1]
        var next = index + 2
        while source.isSymbol(",", at: next), source.isName(at: next + 1) {
            names.append(next + 1)
            next += 2
        }
        var type: Range<Int>?
        if source.isSymbol(":", at: next) {
            let end = source.endOfType(from: next + 1)
            type = (next + 1)..<end
            next = end
        }
        let value = source.isSymbol("=", at: next) ? next + 1 : nil
        // `let a = 1, b = 2`, `let a: Int, b: Int`: the further names are those of members that are not read.
        let further = value != nil || source.isSymbol(",", at: next) ? furtherNames(after: value ?? next) : []
        for name in further {
            let value = source.isSymbol("=", at: name + 1) ? name + 2 : nil
            let text = source.name(of: source.tokens[name])
            outline.bindings.append(CodeOutline.Binding(name: text, token: name, type: nil, value: value))
            if let owner = scopes[current].type { outline.types[owner].otherMembers.append(text) }
        }
        let isComputed = value == nil && source.isSymbol("{", at: next) && !hasObserver(inBlockAt: next)
        for name in names {
            let text = source.name(of: source.tokens[name])
            outline.bindings.append(CodeOutline.Binding(name: text, token: name, type: type, value: value))
            guard let owner = scopes[current].type else { continue }
            guard isStored, !isComputed else {
                outline.types[owner].otherMembers.append(text)
                continue
            }
            outline.types[owner].properties.append(
                CodeOutline.Property(
                    name: text, token: name, type: type, value: value, isConstant: isConstant, attributes: found))
            if !further.isEmpty { outline.types[owner].hasUnreadMembers = true }
        }
        return next
    }

    func isStaticOrLazy(before index: Int) -> Bool {
        var previous = index - 1
        while source.isName(at: previous) || source.isSymbol(")", at: previous) {
            if source.isSymbol(")", at: previous) {
                guard source.isText("set", at: previous - 1), source.isSymbol("(", at: previous - 2) else {
                    return false
                }
                // `private(set)`
                previous -= 3
                continue
            }
            // The value of the line before: `= .lazy`
            if source.isSymbol(".", at: previous - 1) { return false }
            if source.word(at: previous) == .static || source.word(at: previous) == .class
                || source.isText("lazy", at: previous)
            {
                return true
            }
            guard Self.modifiers.contains(source.text(of: source.tokens[previous])) else { return false }
            previous -= 1
        }
        return false
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "override", "weak", "unowned",
        "nonisolated", "unsafe", "dynamic", "mutating", "required", "convenience", "optional",
    ]

    /// `set(panel) {`, `didSet(panel) {`
    mutating func visitAccessor(_ index: Int) {
        guard source.isText("set", at: index) || hasObserver(at: index), !source.isSymbol(".", at: index - 1),
            source.isSymbol("(", at: index + 1), source.isName(at: index + 2), source.isSymbol(")", at: index + 3),
            source.isSymbol("{", at: index + 4)
        else { return }
        add(name: index + 2)
    }

    /// Whether a block has an observer, also after attributes: `{ @inline(never) didSet { … } }`.
    private func hasObserver(inBlockAt brace: Int) -> Bool {
        var depth = 0
        for index in brace..<min(brace + 4_096, source.tokens.count) {
            if source.isSymbol("{", at: index) { depth += 1 }
            if source.isSymbol("}", at: index) {
                depth -= 1
                if depth == 0 { return false }
            }
            if depth == 1, hasObserver(at: index), !source.isSymbol(".", at: index - 1),
                source.isSymbol("{", at: index + 1) || source.isSymbol("(", at: index + 1)
            {
                return true
            }
        }
        return false
    }

    func hasObserver(at index: Int) -> Bool {
        source.isText("didSet", at: index) || source.isText("willSet", at: index)
    }

    /// The names after a value and a comma on the same nesting level: `b` of `let a = 1, b = 2`.
    func furtherNames(after start: Int) -> [Int] {
        var names: [Int] = []
        var depth = 0
        for index in start..<min(start + 512, source.tokens.count) {
            if source.isSymbol("(", at: index) || source.isSymbol("[", at: index) || source.isSymbol("{", at: index) {
                depth += 1
            }
            if source.isSymbol(")", at: index) || source.isSymbol("]", at: index) || source.isSymbol("}", at: index) {
                depth -= 1
                if depth < 0 { return names }
            }
            guard depth == 0 else { continue }
            switch source.word(at: index) {
            case .let, .var, .func, .struct, .class, .enum, .extension, .case, .import, .protocol, .subscript:
                return names
            default: break
            }
            if source.isSymbol(",", at: index), let end = source.closingParenthesis(of: index + 1),
                source.isSymbol(":", at: end + 1) || source.isSymbol("=", at: end + 1)
            {
                names += ((index + 2)..<end).filter { source.isName(at: $0) }
            }
            if source.isSymbol(",", at: index), source.isName(at: index + 1),
                source.isSymbol(":", at: index + 2) || source.isSymbol("=", at: index + 2)
            {
                names.append(index + 1)
            }
        }
        return names
    }

    /// `{ store in`, `{ (store: SettingsStore, name) in`, `for store in`
    mutating func visitClosureParameters(before index: Int) {
        var previous = index - 1
        // `-> Bool in`
        while previous > 0, index - previous < 64, !source.isSymbol(")", at: previous),
            !source.isSymbol("{", at: previous)
        {
            if source.isName(at: previous) { add(name: previous) }
            previous -= 1
        }
        guard source.isSymbol(")", at: previous) else { return }
        var start = previous
        while start > 0, previous - start < 256, !source.isSymbol("{", at: start) { start -= 1 }
        for argument in start..<previous where source.isName(at: argument) {
            let hasType = source.isSymbol(":", at: argument + 1)
            guard
                hasType || source.isSymbol(",", at: argument + 1) || source.isSymbol(")", at: argument + 1)
                    || source.isSymbol("=", at: argument + 1)
            else {
                continue
            }
            let type = hasType ? (argument + 2)..<source.endOfType(from: argument + 2) : nil
            outline.bindings.append(
                CodeOutline.Binding(
                    name: source.name(of: source.tokens[argument]), token: argument, type: type, value: nil))
        }
    }

    /// `case .loaded(let store)`, `if case let (store, name)`, `case let .loaded(store)`
    mutating func visitPattern(_ index: Int) {
        if source.isName(at: index + 1) { return add(name: index + 1) }
        var next = index + 1
        var depth = 0
        while next < min(index + 4_096, source.tokens.count) {
            if source.isSymbol("(", at: next) { depth += 1 }
            if source.isSymbol(")", at: next) { depth -= 1 }
            if depth < 0 || source.isSymbol("{", at: next) || source.isSymbol("=", at: next) { return }
            if source.isName(at: next), !source.isSymbol(".", at: next - 1) { add(name: next) }
            next += 1
        }
    }

    mutating func add(name: Int) {
        outline.bindings.append(
            CodeOutline.Binding(name: source.name(of: source.tokens[name]), token: name, type: nil, value: nil))
    }
}
