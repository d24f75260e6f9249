/**
 * Milliseconds that a start waits at most for stylesheets, which the browser's own cache should have. No other timer of
 * ours has this number: by it tests know this one.
 */
export const SHEETS_PATIENCE = 1900;
