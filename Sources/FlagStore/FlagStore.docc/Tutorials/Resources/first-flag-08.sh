swift run Shop
