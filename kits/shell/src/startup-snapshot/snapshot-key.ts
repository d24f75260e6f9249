/** Where the look lies in `localStorage`, which alone can be read before anything else has been loaded. */
export const SNAPSHOT_KEY = "atrium.look";
