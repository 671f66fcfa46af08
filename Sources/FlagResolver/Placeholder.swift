// Placeholder so that the target builds before its first file lands.
