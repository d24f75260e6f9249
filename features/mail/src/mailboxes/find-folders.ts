import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { mailboxName } from "./mailbox-look.tsx";
import { inTreeOrder } from "./mailbox-tree.ts";

/** A folder with the way to it, as `Work / Projects`. */
export interface FoundFolder {
  readonly mailbox: MailboxRecord;
  readonly path: string;
}

/** Folders that are meant by some words, the likeliest first; all in the order of the tree when there are none. */
export function findFolders(list: readonly MailboxRecord[], text: string): FoundFolder[] {
  const all = inTreeOrder(list).map(({ mailbox, above }) => ({
    mailbox,
    path: [...above, mailbox].map(mailboxName).join(" / "),
  }));
  const wanted = plain(text);
  if (wanted === "") return all;
  const rank = ({ mailbox, path }: FoundFolder): number => {
    const name = plain(mailboxName(mailbox));
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    // The role by its English name too: `trash` finds it where it is called something else.
    if (mailbox.role?.startsWith(wanted)) return 3;
    const words = wanted.split(/\s+/);
    return words.every((word) => plain(path).includes(word)) ? 4 : 5;
  };
  return all
    .map((found) => ({ found, rank: rank(found) }))
    .filter((one) => one.rank < 5)
    .toSorted((a, b) => a.rank - b.rank)
    .map((one) => one.found);
}

const plain = (text: string): string =>
  text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
