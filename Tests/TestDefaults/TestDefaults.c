#include "TestDefaults.h"

#include <stdlib.h>

// Swift Testing reads these variables when a run starts, and versions that do not know them ignore them. A person who runs `swift test`
// has not set them; what somebody did set stays.
__attribute__((constructor)) static void set_defaults(void) {
    // Without a limit all tests start at once: the first result comes when nearly all have one, and each test waits for the others.
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
    // Swift Testing keeps the backtrace of every error that is thrown, which takes a tenth of the time, and prints none of them.
    setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
