import type { TlsOptions } from "node:tls";
import type { Certificate } from "../../platform/tls/index.ts";
import { HANDSHAKE_TIMEOUT } from "./limits.ts";

/** Those of TLS 1.3, and of 1.2 those with forward secrecy and authenticated encryption (ASVS 5.0, 12.1.2; RFC 9325 §4.2). */
const CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  ...["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"].flatMap((suite) => [
    `ECDHE-ECDSA-${suite}`,
    `ECDHE-RSA-${suite}`,
  ]),
].join(":");

/** How every port that speaks HTTPS does so. */
export const tlsOptions = (certificate: Certificate): TlsOptions => ({
  ...certificate,
  minVersion: "TLSv1.2",
  ciphers: CIPHERS,
  handshakeTimeout: HANDSHAKE_TIMEOUT,
});
