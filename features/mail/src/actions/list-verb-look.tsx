import { FolderIcon, LabelIcon, MarkReadIcon } from "@atrium/ui";
import { lookOf, type LookRow, type VerbLook } from "./verb-look.tsx";

/** Verbs that a window of one mail does not offer as buttons, and need not load. */
const LOOKS = {
  file: ["fileConversations", FolderIcon, undefined],
  label: ["labelConversations", LabelIcon, "label"],
  read: ["markRead", MarkReadIcon, "read"],
} as const satisfies Record<string, LookRow>;

/** As `verbLook`, for the verbs of lists alone. */
export const listVerbLook = (verb: keyof typeof LOOKS): VerbLook => lookOf(LOOKS[verb]);

/** Where its key does nothing, or something else: in a swipe, or beside its opposite. */
export const withoutKey = ({ label, icon }: VerbLook): Omit<VerbLook, "shortcut"> => ({
  label,
  icon,
});
