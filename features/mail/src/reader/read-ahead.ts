import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account, QueryView } from "@atrium/jmap";
import { useEffect } from "react";
import type { MailList } from "../mail-screen/mail-list.ts";
import { OPEN } from "../properties.ts";
import { prepareHtmlMail } from "./message.tsx";

/** Conversations at the top of a list that are there without asking, and without network. */
const MANY = 40;
/** As many as the server answers without anybody noticing. */
const BATCH = 8;
/** Milliseconds that a list has stood still, and between two batches. */
const REST = 5000;
const BETWEEN = 400;

/** Gets what the first conversations of a list say while nothing else is to be done. */
export function useReadAhead(list: MailList, view: QueryView): void {
  const isReady = view.status === "ready";
  const first = view.idAt(0);
  useEffect(() => {
    if (!isReady || first === undefined || savesData()) return undefined;
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      prepareHtmlMail();
      for (const [account, ids] of batches(list, view)) {
        if (stop.signal.aborted) return;
        await account.fetch(Email, ids, OPEN);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN));
      }
    };
    // Nobody waits for it: what does not come is asked for when it is opened.
    const timer = setTimeout(() => void read().catch(() => undefined), REST);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another top of the list, not every change of a row
  }, [list, isReady, first]);
}

/** The newest messages of the first conversations, in portions of one account each. */
function batches(list: MailList, view: QueryView): readonly (readonly [Account, string[]])[] {
  const found: [Account, string[]][] = [];
  for (let row = 0; row < Math.min(MANY, view.length); row += 1) {
    const id = view.idAt(row);
    if (id === undefined) continue;
    const { account } = list.of(id).share;
    const email = list.email(id);
    const newest = email && account.get(Thread, email.threadId)?.emailIds.at(-1);
    if (newest == null) continue;
    const open = found.findLast(([one, ids]) => one === account && ids.length < BATCH);
    if (open) open[1].push(newest);
    else found.push([account, [newest]]);
  }
  return found;
}

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
