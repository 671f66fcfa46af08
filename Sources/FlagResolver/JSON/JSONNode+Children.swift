/// The children of nodes, for code that has the nodes of a document as a span. Each function needs a node of its kind.
///
/// A member is passed as the node of its key; the next node is its value.
extension Span<JSONNode> {
    /// Calls a closure with each element of an array.
    func forEachElement<Failure: Error>(of array: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        _ = try containsElement(of: array) { (element) throws(Failure) in
            try body(element)
            return false
        }
    }

    /// Calls a closure with each member of an object.
    func forEachMember<Failure: Error>(of object: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) {
        _ = try containsMember(of: object) { (key) throws(Failure) in
            try body(key)
            return false
        }
    }

    /// Whether an array has an element that satisfies a predicate.
    func containsElement<Failure: Error>(
        of array: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let end = Int(self[array].next)
        var element = array + 1
        while element < end {
            if try predicate(element) { return true }
            element = Int(self[element].next)
        }
        return false
    }

    /// Whether an object has a member that satisfies a predicate.
    func containsMember<Failure: Error>(
        of object: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        let end = Int(self[object].next)
        var key = object + 1
        while key < end {
            if try predicate(key) { return true }
            key = Int(self[key + 1].next)
        }
        return false
    }

    /// Whether a node, or one of the elements if it is an array, satisfies a predicate.
    func containsAny<Failure: Error>(
        of node: Int, where predicate: (Int) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard self[node].kind == .array else { return try predicate(node) }
        return try containsElement(of: node, where: predicate)
    }
}
