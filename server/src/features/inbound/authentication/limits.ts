/** Domains of authors whose policies are asked for; a mail that claims to be from more is refused. */
export const MAX_AUTHOR_DOMAINS = 8;
/** Signatures of a message that are looked at: each costs a key and perhaps a hash of the whole body. */
export const MAX_SIGNATURES = 12;
/** Octets of a DKIM-Signature or ARC field; a longer one is not looked at. */
export const MAX_SIGNATURE_OCTETS = 8192;
/** Fields of an ARC chain: RFC 8617 §4.2.1 knows 50 sets of three. */
export const MAX_ARC_FIELDS = 150;
/** Octets of a line in the header that is no field; a longer one is left out (RFC 5322 §2.1.1). */
export const MAX_STRAY_LINE = 998;
