/** Octets of a signature with its certificates. */
export const MAX_SIGNATURE_OCTETS = 200_000;
/** Certificates in it, among which the signer's is looked for. */
export const MAX_CERTIFICATES = 20;
/** Bits of an RSA key; a smaller one proves nothing, a larger one costs too much. */
export const MIN_RSA_BITS = 2048;
export const MAX_RSA_BITS = 8192;
/** Characters of a name in a certificate. */
export const MAX_CERTIFICATE_NAME = 200;
