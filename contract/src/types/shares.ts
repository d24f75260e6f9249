/** People, groups and guests with whom one record is shared (RFC 9670 §4); the server refuses more. */
export const MAX_SHARED_WITH = 100;
