/** Requests of one network to public pages in a minute, by one process; an office shares one. */
export const PUBLIC_REQUESTS = 600;
/** As how many one counts that leads nowhere. */
export const MISS_COUNTS = 10;
/** Networks whose requests are counted at a time; those that came first make room. */
export const NETWORKS_COUNTED = 10_000;
/** Octets of a form. */
export const FORM_LIMIT = 8192;
/** Milliseconds for which a link opens after its password was entered. */
export const PASSWORD_KEPT = 15 * 60_000;
/** Files and folders on one page of a folder. */
export const ENTRIES_SHOWN = 100;
/** Octets of a text that is shown. */
export const TEXT_SHOWN = 262_144;
