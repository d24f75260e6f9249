import { plural } from "@atrium/i18n";

export const en = {
  more: "You can recover permanently deleted messages for 30 days. They don’t count towards your storage.",
  fromTrash: "Deleted something permanently?",
  recover: "Recover deleted mail",
  find: "Search by sender or subject",
  count: ({ count }: { count: number }) =>
    plural(count, { one: "{count} message", other: "{count} messages" }),
  selected: "{count} selected",
  select: "Select message",
  selectAll: "Select all",
  none: "Nothing to recover",
  noneFound: "No deleted message matches “{query}”",
  failed: "Deleted mail could not be loaded",
  noSubject: "(no subject)",
  noSender: "(no sender)",
  deletedAt: "Deleted {when}",
  restore: "Recover",
  restored: ({ count }: { count: number }) =>
    plural(count, { one: "{count} message recovered", other: "{count} messages recovered" }),
  noRoom: ({ count }: { count: number }) =>
    plural(count, {
      one: "{count} message was not recovered because your storage is full.",
      other: "{count} messages were not recovered because your storage is full.",
    }),
  gone: ({ count }: { count: number }) =>
    plural(count, {
      one: "{count} message is no longer here.",
      other: "{count} messages are no longer here.",
    }),
  destroy: "Delete now",
  destroyTitle: ({ count }: { count: number }) =>
    plural(count, {
      one: "Delete {count} message now?",
      other: "Delete {count} messages now?",
    }),
  destroyMore: "Nobody can recover them after this.",
  destroyed: ({ count }: { count: number }) =>
    plural(count, { one: "{count} message deleted", other: "{count} messages deleted" }),
} as const;
