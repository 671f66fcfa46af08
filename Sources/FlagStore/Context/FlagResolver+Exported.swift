// Contexts, versions and resolutions are part of this library's interface: apps that import it need no second import.
// Swift has no other way to say so.
@_exported public import FlagResolver
