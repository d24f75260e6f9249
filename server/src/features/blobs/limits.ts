/** Sources of one blob that `Blob/upload` joins; RFC 9404 §3 wants 64 at least. */
export const MAX_DATA_SOURCES = 256;

/** Octets of blobs that one `Blob/get` answers inside of its response: larger ones are downloaded. */
export const MAX_INLINE_DATA = 10_000_000;

/** Characters of a media type. */
export const MAX_TYPE = 255;
