/**
 * Something that is made of messages, as data: the browser shows it before the server has done it, and a background task
 * does it with any number of them. Several are done one after the other.
 */
export type EmailChange =
  | { readonly do: "setKeyword"; readonly keyword: string; readonly isOn: boolean }
  /** Out of every mailbox into one; what came back, from being snoozed or because nobody answered, is dealt with then. */
  | { readonly do: "moveTo"; readonly mailboxId: string }
  /** Into one more mailbox. */
  | { readonly do: "addTo"; readonly mailboxId: string }
  /** From one mailbox to another; what does not lie there stays as it is. */
  | { readonly do: "move"; readonly from: string; readonly to: string }
  /** Out of these mailboxes; what lies in no other then goes to one. */
  | { readonly do: "takeFrom"; readonly mailboxIds: readonly string[]; readonly elseTo: string }
  /** Out of sight until a UTCDate; in accounts that have a mailbox for it. */
  | { readonly do: "snooze"; readonly until: string }
  | { readonly do: "unsnooze" }
  /** Its sender is reminded of it unless somebody answers by then (a UTCDate); `null`: not any more. */
  | { readonly do: "followUp"; readonly at: string | null };
