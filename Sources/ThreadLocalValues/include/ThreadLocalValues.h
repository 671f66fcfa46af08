#ifndef THREAD_LOCAL_VALUES_H
#define THREAD_LOCAL_VALUES_H

/// Pointers that each thread has of its own, one for each purpose.
///
/// The functions are opaque to Swift on purpose. If they were inlined, the address of a thread's pointers could be kept
/// across a suspension, after which a task may run on another thread.
enum ThreadLocalSlot {
    ThreadLocalSlotCodingKeys,
    ThreadLocalSlotRenamedKeys,
    ThreadLocalSlotSettings,
    ThreadLocalSlotVersionStyle,

    ThreadLocalSlotCount,
} __attribute__((enum_extensibility(closed)));

/// The pointer of this thread; NULL at first.
const void *_Nullable thread_local_value(enum ThreadLocalSlot slot);

void thread_local_set_value(enum ThreadLocalSlot slot, const void *_Nullable value);

#endif
