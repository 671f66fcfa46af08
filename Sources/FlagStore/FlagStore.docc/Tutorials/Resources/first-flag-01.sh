mkdir Shop
cd Shop
swift package init --type executable
