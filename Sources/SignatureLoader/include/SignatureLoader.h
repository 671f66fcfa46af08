/// Signatures from OpenSSL's libcrypto, which is opened at run time. Apple's platforms use CryptoKit instead.
#ifndef SIGNATURE_LOADER_H
#define SIGNATURE_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum signature_loader_algorithm {
    /// RFC 8032; signatures of 64 bytes.
    signature_loader_ed25519,
    /// ECDSA over P-256 with SHA-256; signatures of 64 bytes, r and s.
    signature_loader_p256,
};

enum {
    signature_loader_signature_size = 64,
    signature_loader_digest_size = 32,
    /// No key of either algorithm is longer in DER.
    signature_loader_key_size = 256,
};

enum signature_loader_result {
    signature_loader_failure = -1,
    signature_loader_invalid = 0,
    signature_loader_valid = 1,
};

/// Whether the library is there.
bool signature_loader_is_available(void);

/// Whether the library, as it is configured, has the algorithm. In FIPS mode it can lack Ed25519.
bool signature_loader_has(enum signature_loader_algorithm algorithm);

/// What to do if it is not.
extern const char *const signature_loader_advice;

/// Writes the SHA-256 digest of `count` bytes. Returns false on failure.
bool signature_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[signature_loader_digest_size]);

/// Whether a signature of a message is that of a key in DER (SubjectPublicKeyInfo).
enum signature_loader_result signature_loader_verify(
    enum signature_loader_algorithm algorithm, const uint8_t *key, size_t key_count,
    const uint8_t signature[signature_loader_signature_size], const uint8_t *message, size_t message_count);

/// Signs a message with a private key in DER (PKCS #8). Returns false on failure.
bool signature_loader_sign(
    enum signature_loader_algorithm algorithm, const uint8_t *key, size_t key_count, const uint8_t *message,
    size_t message_count, uint8_t signature[signature_loader_signature_size]);

/// Converts a signature of P-256 from DER to r and s. Returns false on failure.
bool signature_loader_plain_signature(
    const uint8_t *der, size_t count, uint8_t signature[signature_loader_signature_size]);

/// Writes a new private key in DER (PKCS #8). Returns its length; 0 on failure.
size_t signature_loader_generate(
    enum signature_loader_algorithm algorithm, uint8_t key[signature_loader_key_size]);

/// Writes the public key of a private one in DER. Returns its length; 0 on failure.
size_t signature_loader_public_key(
    const uint8_t *key, size_t key_count, uint8_t public_key[signature_loader_key_size]);

#endif
