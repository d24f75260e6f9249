/** Under which heading a command stands, in the dialog of keys and in the palette. */
export type CommandGroup =
  | "keysMove"
  | "keysAct"
  | "keysWrite"
  | "keysSelect"
  | "keysGo"
  | "keysElse";

export interface CommandKeys {
  readonly group: CommandGroup;
  /**
   * Gmail's. The first is shown; `g i` is one key after the other, a capital letter is typed with Shift. `mod+f` is
   * shown alone: who offers the command listens for it.
   */
  readonly keys: readonly string[];
  /** Not in the palette: there it would be of no use. */
  readonly byKeyOnly?: boolean;
}

/**
 * Every command of the mail screens with its keys, in the order of the dialog that shows them. What is named
 * `key_<command>` in the strings is what a person reads.
 */
export const COMMANDS = {
  next: { group: "keysMove", keys: ["j"], byKeyOnly: true },
  previous: { group: "keysMove", keys: ["k"], byKeyOnly: true },
  open: { group: "keysMove", keys: ["o", "Enter"], byKeyOnly: true },
  back: { group: "keysMove", keys: ["u", "Escape"], byKeyOnly: true },
  scrollOn: { group: "keysMove", keys: ["Space"], byKeyOnly: true },
  scrollBack: { group: "keysMove", keys: ["Shift+Space"], byKeyOnly: true },
  nextMessage: { group: "keysMove", keys: ["n"], byKeyOnly: true },
  previousMessage: { group: "keysMove", keys: ["p"], byKeyOnly: true },
  expandAll: { group: "keysMove", keys: [";"] },
  newWindow: { group: "keysMove", keys: ["O"] },
  archive: { group: "keysAct", keys: ["e"] },
  archiveNext: { group: "keysAct", keys: ["]"] },
  archivePrevious: { group: "keysAct", keys: ["["] },
  trash: { group: "keysAct", keys: ["#", "Delete"] },
  junk: { group: "keysAct", keys: ["!"] },
  phishing: { group: "keysAct", keys: ["P"] },
  notJunk: { group: "keysAct", keys: ["N"] },
  star: { group: "keysAct", keys: ["s"] },
  snooze: { group: "keysAct", keys: ["b"] },
  pin: { group: "keysAct", keys: ["="] },
  mute: { group: "keysAct", keys: ["m"] },
  move: { group: "keysAct", keys: ["v"] },
  label: { group: "keysAct", keys: ["l"] },
  read: { group: "keysAct", keys: ["I"] },
  unread: { group: "keysAct", keys: ["U"] },
  menu: { group: "keysAct", keys: ["."], byKeyOnly: true },
  undo: { group: "keysAct", keys: ["z"] },
  compose: { group: "keysWrite", keys: ["c"] },
  reply: { group: "keysWrite", keys: ["r"] },
  replyAll: { group: "keysWrite", keys: ["a"] },
  forward: { group: "keysWrite", keys: ["f"] },
  acceptInvitation: { group: "keysWrite", keys: ["i y"] },
  tentativeInvitation: { group: "keysWrite", keys: ["i m"] },
  declineInvitation: { group: "keysWrite", keys: ["i n"] },
  resend: { group: "keysWrite", keys: ["R"] },
  toMessage: { group: "keysWrite", keys: ["Shift+Escape"], byKeyOnly: true },
  select: { group: "keysSelect", keys: ["x"], byKeyOnly: true },
  selectAll: { group: "keysSelect", keys: ["* a"] },
  selectNone: { group: "keysSelect", keys: ["* n"] },
  selectRead: { group: "keysSelect", keys: ["* r"] },
  selectUnread: { group: "keysSelect", keys: ["* u"] },
  selectStarred: { group: "keysSelect", keys: ["* s"] },
  goInbox: { group: "keysGo", keys: ["g i"] },
  goAll: { group: "keysGo", keys: ["g u"] },
  goSnoozed: { group: "keysGo", keys: ["g b"] },
  goStarred: { group: "keysGo", keys: ["g s"] },
  goSent: { group: "keysGo", keys: ["g t"] },
  goDrafts: { group: "keysGo", keys: ["g d"] },
  goArchive: { group: "keysGo", keys: ["g a"] },
  goJunk: { group: "keysGo", keys: ["g !"] },
  goTrash: { group: "keysGo", keys: ["g #"] },
  goContacts: { group: "keysGo", keys: ["g c"], byKeyOnly: true },
  goFolder: { group: "keysGo", keys: ["g l"], byKeyOnly: true },
  search: { group: "keysElse", keys: ["/"] },
  find: { group: "keysElse", keys: ["mod+f"] },
  keys: { group: "keysElse", keys: ["?"] },
} as const satisfies Record<string, CommandKeys>;

/** What keys can do on a mail screen. */
export type Command = keyof typeof COMMANDS;

/** Those that the palette lists. */
export type PaletteCommand = {
  [Name in Command]: (typeof COMMANDS)[Name] extends { readonly byKeyOnly: true } ? never : Name;
}[Command];
