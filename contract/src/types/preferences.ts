import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** The id of the one record that every person has. */
export const PREFERENCES_ID = "singleton";

/** `system`: what the browser says. */
export const LOCALE_CHOICES = ["system", "en", "ko"] as const;
export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const DENSITIES = ["compact", "regular", "roomy"] as const;
/** Where a message opens: beside the list, below it, or in its place. */
export const READER_PANES = ["right", "below", "off"] as const;
/** What opens after the open conversation went. */
export const AFTER_ACTS = ["next", "previous", "list"] as const;
/** Where an answer is written: below the message, at the foot of the window, or in a window of its own. */
export const REPLY_PLACES = ["inline", "dock", "window"] as const;
/** What a swipe over a row does with the conversation. */
export const SWIPE_ACTS = ["archive", "trash", "snooze", "read", "star", "move", "none"] as const;

/** How often a message lists what came into Junk; weekly unless chosen. */
export const JUNK_DIGESTS = ["never", "daily", "weekly"] as const;

/**
 * What a person chose for all their browsers, in their own account. `null`: nothing; each browser then goes by what it has,
 * and by its defaults (`kits/state`). What belongs to one device, such as sizes of panes, is not in here.
 */
export const Preferences = defineType({
  name: "Preferences",
  capability: CAPABILITY.preferences,
  access: "browserSession",
  // The browser's own store has what was chosen here, also before the server knows (`kits/state`).
  persist: false,
  offline: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    locale: { type: { oneOf: LOCALE_CHOICES }, nullable: true, default: null },
    theme: { type: { oneOf: THEMES }, nullable: true, default: null },
    density: { type: { oneOf: DENSITIES }, nullable: true, default: null },
    readerPane: { type: { oneOf: READER_PANES }, nullable: true, default: null },
    afterAct: { type: { oneOf: AFTER_ACTS }, nullable: true, default: null },
    replyIn: { type: { oneOf: REPLY_PLACES }, nullable: true, default: null },
    swipeRight: { type: { oneOf: SWIPE_ACTS }, nullable: true, default: null },
    swipeLeft: { type: { oneOf: SWIPE_ACTS }, nullable: true, default: null },
    /** Whether parts of the sidebar are out of sight below their headings. */
    closesFolders: { type: "Boolean", nullable: true, default: null },
    closesLabels: { type: "Boolean", nullable: true, default: null },
    closesSavedSearches: { type: "Boolean", nullable: true, default: null },
    /** The first steps were shown to someone who does not need them again. */
    knowsFirstSteps: { type: "Boolean", nullable: true, default: null },
    /** What is looked at before a message is sent: everything, unless it is turned off. */
    checksSubject: { type: "Boolean", nullable: true, default: null },
    checksAttachment: { type: "Boolean", nullable: true, default: null },
    checksRecipient: { type: "Boolean", nullable: true, default: null },
    checksOutside: { type: "Boolean", nullable: true, default: null },
    checksLookAlike: { type: "Boolean", nullable: true, default: null },
    checksIdentity: { type: "Boolean", nullable: true, default: null },
    checksReplyAll: { type: "Boolean", nullable: true, default: null },
    checksAnswered: { type: "Boolean", nullable: true, default: null },
    junkDigest: { type: { oneOf: JUNK_DIGESTS }, nullable: true, default: null },
    /** Every message asks for a read receipt. */
    asksReceipt: { type: "Boolean", nullable: true, default: null },
    /** Where the browser is that a window was last opened in, as the IANA database names it: the server writes times in it. */
    timeZone: { type: "String", nullable: true, default: null },
  },
});

export type PreferencesRecord = RecordOf<typeof Preferences>;

/** What is chosen, without what is not. */
export type Choices = {
  readonly [Name in Exclude<keyof PreferencesRecord, "id">]?: NonNullable<PreferencesRecord[Name]>;
};
