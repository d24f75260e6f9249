/** Identities of one account. */
export const MAX_IDENTITIES = 100;
/** Templates of one account. */
export const MAX_TEMPLATES = 200;
/** Octets of a template's name in UTF-8. */
export const MAX_TEMPLATE_NAME = 255;
/** Characters of a template's subject. */
export const MAX_TEMPLATE_SUBJECT = 1000;
/** Characters of a template's text, or of a signature, in HTML. */
export const MAX_KEPT_HTML = 100_000;
/** Addresses in a list that is kept, such as an identity's Bcc or a template's recipients. */
export const MAX_KEPT_ADDRESSES = 50;
/** Characters of a name in them, which stands in a header field. */
export const MAX_KEPT_NAME = 500;
