/// SHA-256 of the system's own library.
#ifndef DIGEST_LOADER_H
#define DIGEST_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { digest_loader_byte_count = 32 };

/// Computes the SHA-256 of some bytes, and writes it to `digest`. Returns false if the system has no library for it.
///
/// The library is opened at the first call: CommonCrypto on Apple's platforms, GnuTLS or OpenSSL elsewhere.
bool digest_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[digest_loader_byte_count]);

/// What to do if there is no library.
extern const char *const digest_loader_advice;

#endif
