import type { RecordOf, TypeDescription } from "@atrium/contract/types/define";
import type { PatchObject } from "@atrium/contract/types/wire";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, useRecord, type Account, type OnlineType } from "@atrium/jmap";
import { ListSkeleton, Section, sentenceOf, useAct } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { EmptyState, SearchIcon } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { t } from "../strings/index.ts";

/** Where the list is that this is one of. */
export interface Back {
  readonly href: string;
  readonly label: string;
}

/** Changes the record at once. What it had `before` makes it possible to undo that. Answers whether it was done. */
export type Change = (
  patch: PatchObject,
  message: string,
  before?: PatchObject,
) => Promise<boolean>;

export interface Known<D extends TypeDescription> {
  /** The organisation's. */
  readonly account: Account;
  /** All of it. */
  readonly record: RecordOf<D>;
  readonly back: Back;
  readonly change: Change;
  /** Takes it away for good, and goes back to the list. */
  readonly remove: (message: string) => Promise<void>;
}

interface Which<D extends TypeDescription> {
  readonly type: D;
  readonly id: string;
  readonly back: Back;
  readonly children: (known: Known<D>) => ReactNode;
}

/** The page of one of the organisation's records, as soon as all of it is here. */
export function OneRecord<D extends OnlineType>(which: Which<D>): ReactNode {
  return (
    <WithOrganisation>
      {(account) => <InAccount key={which.id} account={account} {...which} />}
    </WithOrganisation>
  );
}

function InAccount<D extends OnlineType>({
  account,
  type,
  id,
  back,
  children,
}: Which<D> & { readonly account: Account }): ReactNode {
  const client = useClient();
  const act = useAct();
  const whole = useMemo(() => ({ properties: Object.keys(type.properties) }), [type]);
  const record = useRecord(account, type, id, whole);
  // The list has less of each.
  if (!record || !account.has(type, id, whole))
    return (
      <Section title={back.label} back={back}>
        {record === null ? (
          <EmptyState icon={<SearchIcon />} title={sentenceOf("notFound")} />
        ) : (
          <ListSkeleton />
        )}
      </Section>
    );
  const change: Change = (patch, message, before) =>
    act(
      () => setNow(client, account, type, { update: { [id]: patch } }),
      message,
      before && (() => void change(before, t("undone"))),
    );
  async function remove(message: string): Promise<void> {
    const isDone = await act(() => setNow(client, account, type, { destroy: [id] }), message);
    if (isDone) navigate(back.href, { replace: true });
  }
  return children({ account, record, back, change, remove });
}
