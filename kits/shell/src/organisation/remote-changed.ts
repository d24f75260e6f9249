/** Sent to the document when what it says of the drive remote has changed. */
export const REMOTE_CHANGED = "atrium-remote";
