extension SwiftWriter {
    /// Declares the structures and choices of a type.
    mutating func declare(_ type: SwiftType, describedAs subject: String, access: String) {
        switch type.declared {
        case .choice(let choice):
            separate()
            documentation("A value of \(subject).")
            declare(choice, conformances: "RawRepresentable, CaseIterable, Codable, Hashable, Sendable", access: access)
        case .structure(let structure):
            separate()
            documentation("A value of \(subject).")
            declare(structure, subject: subject, access: access)
        default: break
        }
    }

    mutating func declare(_ choice: SwiftChoice, conformances: String, access: String) {
        block("\(access)nonisolated enum \(choice.name.declaration): \(conformances)") { writer in
            for item in choice.cases { writer.line("case \(item.identifier.declaration)") }
            writer.line("/// A string that the document did not list when this code was generated.")
            writer.line("case unknown(String)")
            writer.separate()
            writer.block("\(access)init(rawValue: String)") { writer in
                writer.line("switch rawValue {")
                for item in choice.cases {
                    writer.line("case \(SwiftText.literal(item.value)): self = .\(item.identifier.text)")
                }
                writer.line("default: self = .unknown(rawValue)")
                writer.line("}")
            }
            writer.separate()
            writer.block("\(access)var rawValue: String") { writer in
                writer.line("switch self {")
                for item in choice.cases {
                    writer.line("case .\(item.identifier.text): \(SwiftText.literal(item.value))")
                }
                writer.line("case .unknown(let text): text")
                writer.line("}")
            }
            writer.separate()
            writer.documentation("The listed values, without ``unknown(_:)``.")
            writer.block("\(access)static var allCases: [\(choice.name.declaration)]") { writer in
                SwiftExpression.array(choice.cases.map { .text(".\($0.identifier.text)") }).write(
                    after: "", to: &writer)
            }
        }
    }

    private mutating func declare(_ structure: SwiftStructure, subject: String, access: String) {
        let head = "\(access)nonisolated struct \(structure.name.declaration): Decodable, Equatable, Sendable"
        block(head, isEmpty: structure.members.isEmpty && access.isEmpty) { writer in
            for member in structure.members {
                let described = "the member `\(SwiftText.comment(member.key))` of \(subject)"
                writer.declare(member.type, describedAs: described, access: access)
            }
            if structure.members.contains(where: { $0.type.declared != nil }) {
                writer.separate()
            }
            for member in structure.members {
                writer.line("\(access)var \(member.identifier.declaration): \(member.type.name)")
            }
            if structure.members.contains(where: { !$0.key.utf8.elementsEqual($0.identifier.text.utf8) }) {
                writer.separate()
                writer.block("private enum CodingKeys: String, CodingKey") { writer in
                    for member in structure.members {
                        let isSame = member.key.utf8.elementsEqual(member.identifier.text.utf8)
                        let value = isSame ? "" : " = \(SwiftText.literal(member.key))"
                        writer.line("case \(member.identifier.declaration)\(value)")
                    }
                }
            }
            if !access.isEmpty { writer.declareInitializer(of: structure, access: access) }
        }
    }

    /// The initialiser that Swift synthesises is not visible in other modules.
    private mutating func declareInitializer(of structure: SwiftStructure, access: String) {
        separate()
        documentation("Creates a value of its members.")
        let parameters = structure.members.map { member -> (label: String, value: SwiftExpression) in
            if case .optional = member.type {
                ("\(member.identifier.text): ", .text("\(member.type.name) = nil"))
            } else {
                ("\(member.identifier.text): ", .text(member.type.name))
            }
        }
        SwiftExpression.call("\(access)init", parameters).write(after: "", before: " {", to: &self)
        indented { writer in
            for member in structure.members {
                writer.line("self.\(member.identifier.text) = \(member.identifier.declaration)")
            }
        }
        line("}")
    }
}
