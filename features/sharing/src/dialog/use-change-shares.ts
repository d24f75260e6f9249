import { formatDateTime } from "@atrium/i18n";
import { announce, offerUndo, toast } from "@atrium/ui";
import { useState } from "react";
import type { Shared, SharingClient } from "../client.ts";
import { changeShares, type Share, type ShareChanges } from "../shares/change-shares.ts";
import { reasonOf, sharedWith } from "../shares/said.ts";
import { t } from "../strings/index.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What is done with shares: each says what it did or why not, and how it is undone. */
export interface ChangeShares {
  /** Those whose access is being changed. */
  readonly busy: ReadonlySet<string>;
  /** Why the last change of someone's access was refused. */
  readonly fault: string | undefined;
  /** @returns why it was refused */
  readonly share: (people: readonly Named[], share: Share) => Promise<string | undefined>;
  readonly change: (person: Named, share: Share) => Promise<void>;
  /** @returns whether it is done */
  readonly remove: (person: Named, before: Share) => Promise<boolean>;
}

export function useChangeShares(client: SharingClient, shared: Shared): ChangeShares {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [fault, setFault] = useState<string>();

  /** @returns why it was refused */
  const send = async (changes: ShareChanges): Promise<string | undefined> => {
    const ids = Object.keys(changes);
    setBusy((now) => new Set([...now, ...ids]));
    setFault(undefined);
    try {
      const end = await changeShares(client, shared, changes);
      // It is done; a list that could not follow does so later.
      await client
        .account(shared.accountId)
        .sync()
        .catch(() => undefined);
      if (end !== undefined) toast(t("endsEarlier", { time: formatDateTime(end) }));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    } finally {
      setBusy((now) => new Set([...now].filter((id) => !ids.includes(id))));
    }
  };
  /** What is undone when the dialog may be closed. */
  const undo = async (changes: ShareChanges): Promise<void> => {
    const reason = await send(changes);
    if (reason !== undefined) toast({ message: `${t("notUndone")} ${reason}`, severity: "danger" });
  };

  return {
    busy,
    fault,
    async share(people, share) {
      const all = (value: Share | null): ShareChanges =>
        Object.fromEntries(people.map(({ id }) => [id, value]));
      const reason = await send(all(share));
      if (reason === undefined)
        offerUndo({
          message: sharedWith(people.map(({ name }) => name)),
          onUndo: () => void undo(all(null)),
        });
      return reason;
    },
    async change({ id, name }, share) {
      const reason = await send({ [id]: share });
      setFault(reason);
      if (reason === undefined) announce(t("changed", { name }));
    },
    async remove({ id, name }, before) {
      const reason = await send({ [id]: null });
      setFault(reason);
      if (reason === undefined)
        offerUndo({
          message: t("removed", { name }),
          onUndo: () => void undo({ [id]: before }),
        });
      return reason === undefined;
    },
  };
}
