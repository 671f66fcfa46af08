/// The names of the commands, in the order of the help.
///
/// A command is created when it is asked for, because creating all of them takes longer than resolving a small document.
enum CommandName: String, CaseIterable {
    case resolve
    case check
    case explain
    case matrix
    case diff
    case log
    case when
    case prove
    case release
    case test
    case references
    case readers
    case stale
    case retarget
    case rollout
    case bucket
    case keygen
    case sign
    case verify
    case serve
    case publish
    case rollback
    case format = "fmt"
    case generate
    case `import`
    case `init`
    case config
    case rules
    case schema
    case completion
    case man
    case help

    var command: Command {
        switch self {
        case .resolve: .resolve
        case .check: .check
        case .explain: .explain
        case .matrix: .matrix
        case .diff: .diff
        case .log: .log
        case .when: .when
        case .prove: .prove
        case .release: .release
        case .test: .test
        case .references: .references
        case .readers: .readers
        case .stale: .stale
        case .retarget: .retarget
        case .rollout: .rollout
        case .bucket: .bucket
        case .keygen: .keygen
        case .sign: .sign
        case .verify: .verify
        case .serve: .serve
        case .publish: .publish
        case .rollback: .rollback
        case .format: .format
        case .generate: .generate
        case .`import`: .`import`
        case .`init`: .`init`
        case .config: .config
        case .rules: .rules
        case .schema: .schema
        case .completion: .completion
        case .man: .man
        case .help: .help
        }
    }
}
