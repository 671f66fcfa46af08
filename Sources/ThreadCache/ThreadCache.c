#include "ThreadCache.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SMALLEST_TABLE = 16, LARGEST_TABLE = 2048, CACHE_LINE = 128 };

typedef struct {
    /// The key and the store as one number; see `tag`.
    uint64_t tag;
    uint64_t generation;

    /// NULL for an empty entry.
    const void *object;
} Entry;

typedef struct {
    uint64_t mask;
    ThreadCacheRelease release;
    Entry entries[];
} Table;

typedef struct {
    alignas(CACHE_LINE) _Atomic uint64_t generation;
} Store;

// MARK: - Stores

uint64_t thread_cache_next_number(void) {
    static _Atomic uint64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}

uint64_t thread_cache_thread_number(void) {
    static _Atomic uint64_t count;
    // One more than the number, so that 0 means that the thread has none.
    static _Thread_local uint64_t known;
    if (known == 0) known = atomic_fetch_add_explicit(&count, 1, memory_order_relaxed) + 1;
    return known - 1;
}

uintptr_t thread_cache_create_store(uint64_t generation) {
    Store *store = aligned_alloc(CACHE_LINE, sizeof(Store));
    // Swift code does not handle a failed allocation of a few bytes either.
    if (store == NULL) abort();
    atomic_init(&store->generation, generation);
    return (uintptr_t)store;
}

void thread_cache_destroy_store(uintptr_t store) {
    free((void *)store);
}

uint64_t thread_cache_generation(uintptr_t store) {
    return atomic_load_explicit(&((Store *)store)->generation, memory_order_acquire);
}

void thread_cache_set_generation(uintptr_t store, uint64_t generation) {
    atomic_store_explicit(&((Store *)store)->generation, generation, memory_order_release);
}

// MARK: - The table of a thread

/// The table of this thread. The thread-specific value below owns it.
static _Thread_local Table *current;

static pthread_key_t owner;
static pthread_once_t owner_is_created = PTHREAD_ONCE_INIT;
static bool has_owner;

/// Frees the table of a thread that ends. On Apple's platforms, `current` may have been reset before, but not the
/// argument.
///
/// Releasing an object may run code that reads settings. That code gets a new table, for which the system calls this
/// function again.
static void free_table(void *argument) {
    Table *table = argument;
    current = NULL;
    for (uint64_t index = 0; index <= table->mask; index++) {
        if (table->entries[index].object != NULL) table->release(table->entries[index].object);
    }
    free(table);
}

static void create_owner(void) {
    has_owner = pthread_key_create(&owner, free_table) == 0;
}

static Table *make_table(uint64_t count, ThreadCacheRelease release) {
    Table *table = calloc(1, sizeof(Table) + count * sizeof(Entry));
    if (table == NULL) return NULL;
    table->mask = count - 1;
    table->release = release;
    if (pthread_setspecific(owner, table) != 0) {
        free(table);
        return NULL;
    }
    return table;
}

static Table *table_of_thread(ThreadCacheRelease release) {
    if (current != NULL) return current;
    if (pthread_once(&owner_is_created, create_owner) != 0 || !has_owner) return NULL;
    current = pthread_getspecific(owner);
    if (current == NULL) current = make_table(SMALLEST_TABLE, release);
    return current;
}

/// A key and a store as one number, which is unique within a generation: a generation belongs to one store.
///
/// Its lowest bits choose the entry. Keys have consecutive numbers, so those of one store collide only if there are
/// more keys than entries. The factor separates the keys of different stores.
static uint64_t tag(uintptr_t store, uint64_t key) {
    return key + (uint64_t)(store / CACHE_LINE) * 37;
}

/// The entry of a tag, at its index or in the other entry of the pair; NULL if there is none.
static Entry *find(Table *table, uint64_t tag, uint64_t generation) {
    Entry *entry = &table->entries[tag & table->mask];
    if (entry->tag == tag && entry->generation == generation) return entry;
    entry = &table->entries[(tag & table->mask) ^ 1];
    if (entry->tag == tag && entry->generation == generation) return entry;
    return NULL;
}

/// The entry to write: an older one of the same key, or an empty one; NULL if other keys occupy both entries of the
/// pair.
static Entry *entry_to_write(Table *table, uint64_t tag) {
    Entry *first = &table->entries[tag & table->mask];
    Entry *second = &table->entries[(tag & table->mask) ^ 1];
    if (first->object != NULL && first->tag == tag) return first;
    if (second->object != NULL && second->tag == tag) return second;
    if (first->object == NULL) return first;
    if (second->object == NULL) return second;
    return NULL;
}

/// Moves the entries to a table of twice the size, which always has room: a pair of entries is split between two pairs.
static Table *grow(Table *table) {
    Table *larger = make_table((table->mask + 1) * 2, table->release);
    if (larger == NULL) return NULL;
    for (uint64_t index = 0; index <= table->mask; index++) {
        Entry *entry = &table->entries[index];
        if (entry->object != NULL) *entry_to_write(larger, entry->tag) = *entry;
    }
    free(table);
    return larger;
}

// MARK: - Reading and caching

const void *thread_cache_find_in(uintptr_t store, uint64_t generation, uint64_t key) {
    Table *table = current;
    Entry *entry = table == NULL ? NULL : find(table, tag(store, key), generation);
    return entry == NULL ? NULL : entry->object;
}

const void *thread_cache_find(uintptr_t store, uint64_t key) {
    return thread_cache_find_in(store, thread_cache_generation(store), key);
}

const void *thread_cache_insert(
    uintptr_t store, uint64_t generation, uint64_t key, const void *object, ThreadCacheRelease release) {
    Table *table = generation == THREAD_CACHE_NEVER_FOUND ? NULL : table_of_thread(release);
    if (table == NULL) return object;
    Entry new = {tag(store, key), generation, object};
    Entry *entry = entry_to_write(table, new.tag);
    while (entry == NULL && table->mask + 1 < LARGEST_TABLE) {
        Table *larger = grow(table);
        if (larger == NULL) break;
        current = table = larger;
        entry = entry_to_write(table, new.tag);
    }
    if (entry == NULL) {
        // The newer entry of a pair is usually the one at the index of the tag, so the other one is dropped.
        Entry *first = &table->entries[new.tag & table->mask];
        entry = &table->entries[(new.tag & table->mask) ^ 1];
        const void *outdated = entry->object;
        *entry = *first;
        *first = new;
        return outdated;
    }
    const void *outdated = entry->object;
    *entry = new;
    return outdated;
}
