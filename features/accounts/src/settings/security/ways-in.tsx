import type { RecordOf } from "@atrium/contract/types/define";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useAccountFor } from "@atrium/feature-suite/parts";
import { useAll, type Account, type OnlineType } from "@atrium/jmap";
import { Answered, Group, type Answer } from "@atrium/settings-page";
import { useCallback, useEffect, useState, type ReactNode } from "react";

interface Shown<D extends OnlineType> {
  readonly type: D;
  readonly title: string;
  readonly intro: string;
  /** What can be done beside the title. */
  readonly renderAction: (known: Known<D>) => ReactNode;
  readonly children: (known: Known<D>) => ReactNode;
}

/** The person's own account, and all ways into it of one type, followed live. */
export interface Known<D extends OnlineType> {
  readonly account: Account;
  readonly records: readonly RecordOf<D>[];
}

/** A group of the page that shows ways into the person's account, as soon as they are known. */
export function WaysIn<D extends OnlineType>(shown: Shown<D>): ReactNode {
  const { account, retry } = useAccountFor(CAPABILITY.security);
  if (account) return <InAccount account={account} {...shown} />;
  return (
    <Group title={shown.title} intro={shown.intro}>
      <Answered answer={account === null ? AWAY : LOADING} onRetry={() => void retry()}>
        {() => null}
      </Answered>
    </Group>
  );
}

const LOADING: Answer<never> = { status: "loading" };
const AWAY: Answer<never> = { status: "refused", error: undefined };

function InAccount<D extends OnlineType>({
  account,
  type,
  title,
  intro,
  renderAction,
  children,
}: Shown<D> & { readonly account: Account }): ReactNode {
  const [failure, setFailure] = useState<Answer<never>>();
  const records = useAll(account, type);
  const read = useCallback(
    () =>
      account.fetchAll(type).then(
        () => setFailure(undefined),
        (error: unknown) => setFailure({ status: "refused", error }),
      ),
    [account, type],
  );
  useEffect(() => void read(), [read]);
  const known = records && { account, records };
  return (
    <Group title={title} intro={intro} action={known && renderAction(known)}>
      <Answered
        answer={known ? { status: "there", value: known } : (failure ?? LOADING)}
        onRetry={() => void read()}
      >
        {children}
      </Answered>
    </Group>
  );
}

/** The newest first. */
export const byAge = <T extends { readonly createdAt: string; readonly id: string }>(
  records: readonly T[],
): readonly T[] =>
  records.toSorted(
    (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? 1 : -1),
  );
