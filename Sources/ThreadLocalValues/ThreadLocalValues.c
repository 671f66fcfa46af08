#include "ThreadLocalValues.h"

static _Thread_local const void *values[ThreadLocalSlotCount];

const void *thread_local_value(enum ThreadLocalSlot slot) { return values[slot]; }

void thread_local_set_value(enum ThreadLocalSlot slot, const void *value) { values[slot] = value; }
