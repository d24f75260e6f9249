import type { EmailChange } from "@atrium/contract/types/email-change";

/** What an action makes of messages, one after the other. */
export type Changes = readonly EmailChange[];

/** With a keyword, such as that of a label, or without. */
export const keyword = (name: string, isOn: boolean): Changes => [
  { do: "setKeyword", keyword: name, isOn },
];

export const starred = (isOn: boolean): Changes => keyword("$flagged", isOn);

export const seen = (isRead: boolean): Changes => keyword("$seen", isRead);

/** Out of every folder, into one. */
export const into = (folder: string): Changes => [{ do: "moveTo", mailboxId: folder }];

/** What came back from being snoozed has been dealt with. */
export const DEALT_WITH: Changes = keyword("$unsnoozed", false);

/** To be reminded of unless somebody answers by then (a UTCDate), or not any more (`null`). */
export const followedUp = (at: string | null): Changes => [
  { do: "followUp", at },
  ...keyword("$followup", false),
  ...DEALT_WITH,
];

export const pinned = (isOn: boolean): Changes => keyword("$pinned", isOn);

/** Muted mail lies in the archive, as all that follows it will. */
export const muted = (
  isOn: boolean,
  inbox: string | undefined,
  archive: string | undefined,
): Changes => [
  ...keyword("$muted", isOn),
  ...(isOn && inbox !== undefined && archive !== undefined
    ? [{ do: "move", from: inbox, to: archive } as const]
    : []),
];

/** Into one more folder. */
export const alsoInto = (folder: string): Changes => [{ do: "addTo", mailboxId: folder }];
