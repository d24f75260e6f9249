import { href } from "@atrium/contract/href";
import type { Account, QueryView } from "@atrium/jmap";
import { handRows, type PopupRow } from "../popup-rows.ts";
import { sharedId, type MailList } from "./mail-list.ts";

/** Rows to either side that a window of its own leads on to. */
const AROUND = 100;

/** The list that a message is opened from. */
interface OpenedFrom {
  readonly list: MailList;
  readonly view: QueryView;
  readonly row: number;
  /** The person's own account. */
  readonly home: Account;
}

/** Opens a message in a window of its own; a browser that allows no windows makes it a tab. */
export function openWindow(emailId: string, account: string | undefined, from: OpenedFrom): void {
  const search = new URLSearchParams(account === undefined ? {} : { account });
  const path = href("/mail/popup/mails/:id", { id: emailId }, search);
  handRows(around({ id: emailId, account }, from), () => {
    const opened = window.open(path, "_blank", "popup,width=880,height=760");
    if (!opened) window.open(path, "_blank");
  });
}

/** The messages of the rows around, as far as they are here, with the one that is opened in its row's place. */
function around(opened: PopupRow, { list, view, row, home }: OpenedFrom): readonly PopupRow[] {
  if (row < 0) return [];
  const rows: PopupRow[] = [];
  for (let at = Math.max(0, row - AROUND); at <= row + AROUND && at < view.length; at++) {
    const key = at === row ? undefined : view.idAt(at);
    if (at === row) rows.push(opened);
    else if (key !== undefined) {
      const { share, id } = list.of(key);
      rows.push({ id, account: sharedId(share, home) });
    }
  }
  return rows;
}
