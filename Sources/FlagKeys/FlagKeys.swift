import Foundation
import PackagePlugin

/// Generates typed keys from the settings documents of a target, at each build in which a document has changed.
@main
struct FlagKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        return try KeyCommands(
            files: target.sourceFiles.map(\.url), target: target.name, folder: context.pluginWorkDirectoryURL,
            generator: Generator { try context.tool(named: "FlagKeysGenerator").url }
        ).commands()
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension FlagKeys: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            try KeyCommands(
                files: target.inputFiles.map(\.url), target: target.displayName, folder: context.pluginWorkDirectoryURL,
                generator: Generator { try context.tool(named: "FlagKeysGenerator").url }
            ).commands()
        }
    }
#endif
