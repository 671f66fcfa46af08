// Contexts, versions and resolutions are part of this library's interface: apps that import it need no second import.
// Swift has no official attribute for this.
@_exported public import FlagResolver
