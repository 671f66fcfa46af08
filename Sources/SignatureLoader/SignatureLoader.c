#include "SignatureLoader.h"

#ifndef __APPLE__

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

const char *const signature_loader_advice =
    "install OpenSSL 3 or 1.1.1 (Debian and Ubuntu: apt-get install libssl3), which has libcrypto";

// The part of libcrypto's binary interface that is used here, the same in OpenSSL 1.1.1 and 3.
static struct {
    void *(*d2i_public_key)(void **key, const unsigned char **bytes, long count);
    void *(*raw_public_key)(int type, void *engine, const unsigned char *bytes, size_t count);
    int (*i2d_public_key)(const void *key, unsigned char **bytes);
    void *(*d2i_private_key)(void **key, const unsigned char **bytes, long count);
    void *(*private_key_info)(const void *key);
    int (*i2d_private_key_info)(const void *info, unsigned char **bytes);
    void (*free_private_key_info)(void *info);
    void (*free_key)(void *key);
    void *(*new_key_context)(int type, void *engine);
    int (*start_generation)(void *context);
    int (*set_parameter)(void *context, const char *name, const char *value);
    int (*generate)(void *context, void **key);
    void (*free_key_context)(void *context);
    void *(*new_digest_context)(void);
    void (*free_digest_context)(void *context);
    const void *(*sha256)(void);
    int (*digest)(const void *bytes, size_t count, unsigned char *digest, unsigned *size, const void *type, void *engine);
    int (*start_verification)(void *context, void **key_context, const void *digest, void *engine, void *key);
    int (*verify)(
        void *context, const unsigned char *signature, size_t signature_count, const unsigned char *message,
        size_t message_count);
    int (*start_signing)(void *context, void **key_context, const void *digest, void *engine, void *key);
    int (*sign)(
        void *context, unsigned char *signature, size_t *signature_count, const unsigned char *message,
        size_t message_count);
    void *(*new_signature)(void);
    void (*free_signature)(void *signature);
    int (*set_signature)(void *signature, void *r, void *s);
    void (*get_signature)(const void *signature, const void **r, const void **s);
    int (*i2d_signature)(const void *signature, unsigned char **bytes);
    void *(*d2i_signature)(void **signature, const unsigned char **bytes, long count);
    void *(*number_from_bytes)(const unsigned char *bytes, int count, void *number);
    int (*number_to_bytes)(const void *number, unsigned char *bytes, int count);
    void (*free_number)(void *number);
    void (*clear_errors)(void);
} crypto;

static bool is_available;
static pthread_once_t is_open = PTHREAD_ONCE_INIT;

enum {
    type_ec = 408,
    type_ed25519 = 1087,
    half_size = signature_loader_signature_size / 2,
    edwards_key_size = 32,
    // Two integers of at most 33 bytes, each with its head, and the head of the sequence.
    longest_der_signature = 80,
};

static void open_library(void) {
    static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};
    static const struct {
        void *function;
        const char *name;
    } functions[] = {
        {&crypto.d2i_public_key, "d2i_PUBKEY"},
        {&crypto.raw_public_key, "EVP_PKEY_new_raw_public_key"},
        {&crypto.i2d_public_key, "i2d_PUBKEY"},
        {&crypto.d2i_private_key, "d2i_AutoPrivateKey"},
        {&crypto.private_key_info, "EVP_PKEY2PKCS8"},
        {&crypto.i2d_private_key_info, "i2d_PKCS8_PRIV_KEY_INFO"},
        {&crypto.free_private_key_info, "PKCS8_PRIV_KEY_INFO_free"},
        {&crypto.free_key, "EVP_PKEY_free"},
        {&crypto.new_key_context, "EVP_PKEY_CTX_new_id"},
        {&crypto.start_generation, "EVP_PKEY_keygen_init"},
        {&crypto.set_parameter, "EVP_PKEY_CTX_ctrl_str"},
        {&crypto.generate, "EVP_PKEY_keygen"},
        {&crypto.free_key_context, "EVP_PKEY_CTX_free"},
        {&crypto.new_digest_context, "EVP_MD_CTX_new"},
        {&crypto.free_digest_context, "EVP_MD_CTX_free"},
        {&crypto.sha256, "EVP_sha256"},
        {&crypto.digest, "EVP_Digest"},
        {&crypto.start_verification, "EVP_DigestVerifyInit"},
        {&crypto.verify, "EVP_DigestVerify"},
        {&crypto.start_signing, "EVP_DigestSignInit"},
        {&crypto.sign, "EVP_DigestSign"},
        {&crypto.new_signature, "ECDSA_SIG_new"},
        {&crypto.free_signature, "ECDSA_SIG_free"},
        {&crypto.set_signature, "ECDSA_SIG_set0"},
        {&crypto.get_signature, "ECDSA_SIG_get0"},
        {&crypto.i2d_signature, "i2d_ECDSA_SIG"},
        {&crypto.d2i_signature, "d2i_ECDSA_SIG"},
        {&crypto.number_from_bytes, "BN_bin2bn"},
        {&crypto.number_to_bytes, "BN_bn2binpad"},
        {&crypto.free_number, "BN_free"},
        {&crypto.clear_errors, "ERR_clear_error"},
    };
    for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        bool has_all = true;
        for (size_t number = 0; number < sizeof(functions) / sizeof(functions[0]); number++) {
            void *found = dlsym(library, functions[number].name);
            if (!found) has_all = false;
            memcpy(functions[number].function, &found, sizeof found);
        }
        if (has_all) {
            is_available = true;
            return;
        }
        dlclose(library);
    }
}

bool signature_loader_is_available(void) {
    pthread_once(&is_open, open_library);
    return is_available;
}

bool signature_loader_has(enum signature_loader_algorithm algorithm) {
    if (!signature_loader_is_available()) return false;
    void *context = crypto.new_key_context(algorithm == signature_loader_p256 ? type_ec : type_ed25519, NULL);
    bool has = context && crypto.start_generation(context) == 1;
    crypto.free_key_context(context);
    crypto.clear_errors();
    return has;
}

bool signature_loader_sha256(const uint8_t *bytes, size_t count, uint8_t digest[signature_loader_digest_size]) {
    unsigned size = 0;
    return signature_loader_is_available() && crypto.digest(bytes, count, digest, &size, crypto.sha256(), NULL) == 1
        && size == signature_loader_digest_size;
}

/// Ed25519 digests the message itself.
static const void *digest_of(enum signature_loader_algorithm algorithm) {
    return algorithm == signature_loader_p256 ? crypto.sha256() : NULL;
}

/// Converts r and s to DER. Returns the length; 0 on failure.
static size_t der_signature(const uint8_t signature[signature_loader_signature_size], uint8_t *der) {
    void *pair = crypto.new_signature();
    void *r = crypto.number_from_bytes(signature, half_size, NULL);
    void *s = crypto.number_from_bytes(signature + half_size, half_size, NULL);
    size_t count = 0;
    // On success the pair owns both numbers.
    if (pair && r && s && crypto.set_signature(pair, r, s) == 1) {
        int size = crypto.i2d_signature(pair, NULL);
        if (size > 0 && size <= longest_der_signature) {
            unsigned char *end = der;
            if (crypto.i2d_signature(pair, &end) == size) count = (size_t)size;
        }
    } else {
        crypto.free_number(r);
        crypto.free_number(s);
    }
    crypto.free_signature(pair);
    return count;
}

/// Converts DER to r and s.
static bool plain_signature(const uint8_t *der, size_t count, uint8_t signature[signature_loader_signature_size]) {
    const unsigned char *start = der;
    void *pair = crypto.d2i_signature(NULL, &start, (long)count);
    if (!pair) return false;
    const void *r = NULL, *s = NULL;
    crypto.get_signature(pair, &r, &s);
    bool is_converted = crypto.number_to_bytes(r, signature, half_size) == half_size
        && crypto.number_to_bytes(s, signature + half_size, half_size) == half_size;
    crypto.free_signature(pair);
    return is_converted;
}

enum signature_loader_result signature_loader_verify(
    enum signature_loader_algorithm algorithm, const uint8_t *key, size_t key_count,
    const uint8_t signature[signature_loader_signature_size], const uint8_t *message, size_t message_count) {
    if (!signature_loader_is_available() || key_count > signature_loader_key_size) return signature_loader_failure;
    const unsigned char *start = key;
    // Reading DER takes longer than verifying. The DER of Ed25519 ends with the key itself.
    void *public_key = algorithm == signature_loader_ed25519 && key_count > edwards_key_size
        ? crypto.raw_public_key(type_ed25519, NULL, key + key_count - edwards_key_size, edwards_key_size)
        : crypto.d2i_public_key(NULL, &start, (long)key_count);
    void *context = crypto.new_digest_context();
    enum signature_loader_result result = signature_loader_failure;
    if (public_key && context
        && crypto.start_verification(context, NULL, digest_of(algorithm), NULL, public_key) == 1) {
        uint8_t der[longest_der_signature];
        const uint8_t *checked = signature;
        size_t count = signature_loader_signature_size;
        if (algorithm == signature_loader_p256) {
            count = der_signature(signature, der);
            checked = der;
        }
        bool is_valid = count > 0 && crypto.verify(context, checked, count, message, message_count) == 1;
        result = is_valid ? signature_loader_valid : signature_loader_invalid;
    }
    crypto.free_digest_context(context);
    crypto.free_key(public_key);
    // An invalid signature leaves an error behind, which must not confuse other users of the library.
    crypto.clear_errors();
    return result;
}

static void *private_key(const uint8_t *key, size_t count) {
    if (!signature_loader_is_available() || count > signature_loader_key_size) return NULL;
    const unsigned char *start = key;
    return crypto.d2i_private_key(NULL, &start, (long)count);
}

bool signature_loader_sign(
    enum signature_loader_algorithm algorithm, const uint8_t *key, size_t key_count, const uint8_t *message,
    size_t message_count, uint8_t signature[signature_loader_signature_size]) {
    void *signing_key = private_key(key, key_count);
    if (!signing_key) return false;
    void *context = crypto.new_digest_context();
    uint8_t made[longest_der_signature];
    size_t count = sizeof made;
    bool is_signed = context
        && crypto.start_signing(context, NULL, digest_of(algorithm), NULL, signing_key) == 1
        && crypto.sign(context, made, &count, message, message_count) == 1;
    if (is_signed && algorithm == signature_loader_p256) {
        is_signed = plain_signature(made, count, signature);
    } else if (is_signed) {
        is_signed = count == signature_loader_signature_size;
        if (is_signed) memcpy(signature, made, count);
    }
    crypto.free_digest_context(context);
    crypto.free_key(signing_key);
    crypto.clear_errors();
    return is_signed;
}

bool signature_loader_plain_signature(
    const uint8_t *der, size_t count, uint8_t signature[signature_loader_signature_size]) {
    bool is_converted = signature_loader_is_available() && count <= longest_der_signature
        && plain_signature(der, count, signature);
    if (is_available) crypto.clear_errors();
    return is_converted;
}

size_t signature_loader_generate(
    enum signature_loader_algorithm algorithm, uint8_t key[signature_loader_key_size]) {
    if (!signature_loader_is_available()) return 0;
    bool is_p256 = algorithm == signature_loader_p256;
    void *context = crypto.new_key_context(is_p256 ? type_ec : type_ed25519, NULL);
    void *made = NULL;
    size_t count = 0;
    if (context && crypto.start_generation(context) == 1
        && (!is_p256 || crypto.set_parameter(context, "ec_paramgen_curve", "P-256") == 1)
        && crypto.generate(context, &made) == 1) {
        void *info = crypto.private_key_info(made);
        int size = info ? crypto.i2d_private_key_info(info, NULL) : 0;
        unsigned char *end = key;
        if (size > 0 && size <= signature_loader_key_size && crypto.i2d_private_key_info(info, &end) == size)
            count = (size_t)size;
        crypto.free_private_key_info(info);
    }
    crypto.free_key(made);
    crypto.free_key_context(context);
    crypto.clear_errors();
    return count;
}

size_t signature_loader_public_key(
    const uint8_t *key, size_t key_count, uint8_t public_key[signature_loader_key_size]) {
    void *known = private_key(key, key_count);
    if (!known) return 0;
    int size = crypto.i2d_public_key(known, NULL);
    unsigned char *end = public_key;
    bool is_written = size > 0 && size <= signature_loader_key_size && crypto.i2d_public_key(known, &end) == size;
    crypto.free_key(known);
    crypto.clear_errors();
    return is_written ? (size_t)size : 0;
}

#else

// C needs a declaration in each file.
typedef int signature_loader_is_empty;

#endif
