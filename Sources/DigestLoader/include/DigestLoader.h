/// SHA-256 from a library of the system.
#ifndef DIGEST_LOADER_H
#define DIGEST_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { digest_loader_byte_count = 32 };

/// Writes the SHA-256 digest of `count` bytes to `digest`. Returns false on failure, for example if there is no
/// library.
///
/// The library is opened on the first call: CommonCrypto on Apple's platforms, GnuTLS or OpenSSL elsewhere.
bool digest_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[digest_loader_byte_count]);

/// What to do if there is no library.
extern const char *const digest_loader_advice;

#endif
