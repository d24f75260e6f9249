import { EmailSubmission } from "@atrium/contract/types/email-submission";
import type { Account } from "@atrium/jmap";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";

type SendTimes = ReadonlyMap<string, Date>;

const NONE: SendTimes = new Map();
const Context = createContext<SendTimes>(NONE);
/** More are not shown with their hour. */
const MOST = 500;

/** Below it rows show when their message will be sent, if that waits for its hour. */
export function SendTimesOf({
  isOn,
  children,
}: {
  readonly isOn: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { client, account } = useMail();
  const [times, setTimes] = useState(NONE);
  const { id } = account;
  useEffect(() => {
    if (!isOn) return undefined;
    let isOver = false;
    const read = async (): Promise<void> => {
      try {
        const found = await readTimes(account);
        if (!isOver) setTimes(found);
      } catch {
        // The rows show when they were written, until the next change asks again.
      }
    };
    void read();
    const stop = client.onChange((changed) => {
      if (changed[id]?.[EmailSubmission.name] !== undefined) void read();
    });
    return () => {
      isOver = true;
      stop();
      setTimes(NONE);
    };
  }, [client, account, id, isOn]);
  return <Context value={times}>{children}</Context>;
}

/** When a message of the list will be sent. */
export function useSendTime(emailId: string): Date | undefined {
  return use(Context).get(emailId);
}

async function readTimes(account: Account): Promise<SendTimes> {
  const list = await account.find(EmailSubmission, {
    filter: { undoStatus: "pending" },
    limit: MOST,
    properties: ["emailId", "sendAt"],
  });
  return new Map(list.map(({ emailId, sendAt }) => [emailId, new Date(sendAt)]));
}
