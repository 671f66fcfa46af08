#ifndef THREAD_CACHE_H
#define THREAD_CACHE_H

#include <stdint.h>

/// A cache of decoded values for each thread, so that reading a setting takes no lock and shares no memory.
///
/// 1. An entry belongs to a key and to a generation of a store's settings. Neither number is ever used twice, so an entry
///    can be outdated but never wrong.
/// 2. An entry owns one reference to an object. Only its own thread uses it, and releases it when the thread ends.
/// 3. A table begins with 16 entries of 24 bytes. Its size doubles, up to 2,048 entries, when both possible entries
///    for a key are occupied.
///
/// Every function is opaque to Swift on purpose. If it were inlined, the address of a thread's table could be kept
/// across a suspension, after which a task may run on another thread.

/// Releases one reference to an object.
typedef void (*ThreadCacheRelease)(const void *_Nonnull object);

/// A generation that no entry has, so values that are read in it are never cached.
#define THREAD_CACHE_NEVER_FOUND 0xFFFFFFFFFFFFFFFFULL

/// The next number of a sequence that begins with 1 and is shared by keys, stores and generations.
uint64_t thread_cache_next_number(void);

/// The number of this thread, counted from 0 in the order in which threads first ask for it.
uint64_t thread_cache_thread_number(void);

/// Creates the atomic generation of a store, on its own cache line. The result is an address, which Swift may share
/// between threads.
uintptr_t thread_cache_create_store(uint64_t generation);

void thread_cache_destroy_store(uintptr_t store);

uint64_t thread_cache_generation(uintptr_t store);

void thread_cache_set_generation(uintptr_t store, uint64_t generation);

/// The object that this thread cached for a key in the store's current generation. The caller must copy what it needs
/// before it calls anything else.
const void *_Nullable thread_cache_find(uintptr_t store, uint64_t key);

/// The object that this thread cached for a key in a generation.
const void *_Nullable thread_cache_find_in(uintptr_t store, uint64_t generation, uint64_t key);

/// Caches an object. The cache takes ownership of the reference.
///
/// Returns a reference for the caller to release, after which the cache may be used again: that of an older object, or that
/// of this one if the system has no memory for it.
const void *_Nullable thread_cache_insert(
    uintptr_t store, uint64_t generation, uint64_t key, const void *_Nonnull object,
    ThreadCacheRelease _Nonnull release);

#endif
