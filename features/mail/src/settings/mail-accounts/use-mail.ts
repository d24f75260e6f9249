import type { RecordOf, TypeDescription } from "@atrium/contract/types/define";
import { useClient } from "@atrium/feature-suite/parts";
import { SetRefused, useAll, type Account } from "@atrium/jmap";
import { useCallback, useEffect, useState } from "react";
import { onSignedInAgain, sentence, sentenceOf, type Answer } from "@atrium/settings-page";
import { findMailAccounts, type MailAccount } from "./mail-accounts.ts";

/** The accounts that hold mail; asked again when the person has signed in again. */
export function useMailAccounts(): {
  readonly answer: Answer<readonly MailAccount[]>;
  readonly reload: () => Promise<void>;
} {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer<readonly MailAccount[]>>({ status: "loading" });
  const reload = useCallback(
    async () => setAnswer(await answerOf(findMailAccounts(client))),
    [client],
  );
  useEffect(() => {
    let isOpen = true;
    const look = async (): Promise<void> => {
      const found = await answerOf(findMailAccounts(client));
      if (isOpen) setAnswer(found);
    };
    void look();
    const leave = onSignedInAgain(() => void look());
    return () => {
      isOpen = false;
      leave();
    };
  }, [client]);
  return { answer, reload };
}

/** Every record of a small type, followed live. */
export function useWhole<D extends TypeDescription>(
  account: Account,
  type: D,
): {
  readonly answer: Answer<readonly RecordOf<D>[]>;
  readonly reload: () => Promise<void>;
} {
  const records = useAll(account, type);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const reload = useCallback(
    async () => setFailure(await failureOf(account.fetchAll(type))),
    [account, type],
  );
  useEffect(() => {
    let isOpen = true;
    const look = async (): Promise<void> => {
      const found = await failureOf(account.fetchAll(type));
      if (isOpen) setFailure(found);
    };
    void look();
    return () => {
      isOpen = false;
    };
  }, [account, type]);
  if (records !== undefined) return { answer: { status: "there", value: records }, reload };
  if (failure !== undefined) return { answer: { status: "refused", error: failure.error }, reload };
  return { answer: { status: "loading" }, reload };
}

async function answerOf<T>(work: Promise<T>): Promise<Answer<T>> {
  try {
    return { status: "there", value: await work };
  } catch (error) {
    return { status: "refused", error };
  }
}

async function failureOf(work: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  const answer = await answerOf(work);
  return answer.status === "refused" ? answer : undefined;
}

/** The sentence for mail settings that were not taken. */
export function mailSentence(error: unknown): string {
  if (!(error instanceof SetRefused)) return sentence(error);
  const types = Object.values(error.refused).map(({ type }) => type);
  if (types.includes("forbidden")) return sentenceOf("forbidden");
  return sentenceOf(types.includes("overQuota") ? "overQuota" : "invalid");
}
