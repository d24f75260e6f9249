import {
  ArchiveIcon,
  BellIcon,
  InboxIcon,
  JunkIcon,
  MailIcon,
  MoveIcon,
  MuteIcon,
  PinIcon,
  SnoozeIcon,
  StarIcon,
  TrashIcon,
  UnpinIcon,
  WarningIcon,
} from "@atrium/ui";
import type { ComponentType, ReactNode } from "react";
import { COMMANDS, type Command } from "../commands.ts";
import { t } from "../strings/index.ts";

/** What a button or an entry of a menu shows for a verb. */
export interface VerbLook {
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
}

/** Its name, its picture, and the command whose key does it. */
export type LookRow = readonly [
  name: Parameters<typeof t>[0],
  Icon: ComponentType,
  command: Command | undefined,
];

/** How each verb is called and drawn, wherever it is offered; those of lists alone are in `list-verb-look.tsx`. */
const LOOKS = {
  archive: ["archive", ArchiveIcon, "archive"],
  trash: ["delete", TrashIcon, "trash"],
  destroy: ["deleteForGood", TrashIcon, "trash"],
  junk: ["reportJunk", JunkIcon, "junk"],
  phishing: ["reportPhishing", WarningIcon, "phishing"],
  notJunk: ["notJunk", InboxIcon, "notJunk"],
  move: ["moveConversations", MoveIcon, "move"],
  snooze: ["snooze", SnoozeIcon, "snooze"],
  pin: ["pin", PinIcon, "pin"],
  unpin: ["unpin", UnpinIcon, "pin"],
  mute: ["mute", MuteIcon, "mute"],
  unmute: ["unmute", BellIcon, "mute"],
  unread: ["markUnread", MailIcon, "unread"],
  star: ["addStar", StarIcon, "star"],
  unstar: ["removeStar", StarIcon, "star"],
} as const satisfies Record<string, LookRow>;

type LookedVerb = keyof typeof LOOKS;

export const verbLook = (verb: LookedVerb): VerbLook => lookOf(LOOKS[verb]);

export function lookOf([name, Icon, command]: LookRow): VerbLook {
  return {
    label: t(name),
    icon: <Icon />,
    ...(command && { shortcut: shortcutOf(COMMANDS[command].keys[0]) }),
  };
}

/** A capital letter is typed with Shift. */
const shortcutOf = (key: string): string =>
  /^[A-Z]$/.test(key) ? `shift+${key.toLowerCase()}` : key;
