import type { EmailRecord } from "@atrium/contract/types/email";
import type { Rule } from "@atrium/formats/sieve-rules";
import { useEffect, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { NewRule } from "./new-rule.tsx";
import { ruleFor } from "./rule-for.ts";

const LIST_ID = "header:List-Id:asText";

/** A new rule for messages like this one. */
export function RuleFromMessage({
  email,
  onClose,
}: {
  readonly email: EmailRecord;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account } = useMail();
  const [rule, setRule] = useState<Rule>();
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const { list } = await client.call("Email/get", {
        accountId: account.id,
        ids: [email.id],
        properties: ["id", LIST_ID],
      });
      const listId: unknown = (list[0] as Readonly<Record<string, unknown>> | undefined)?.[LIST_ID];
      if (!isOver) setRule(ruleFor(email, typeof listId === "string" ? listId : null));
    };
    look().catch(() => {
      // Its sender is known without asking.
      if (!isOver) setRule(ruleFor(email, null));
    });
    return () => {
      isOver = true;
    };
  }, [client, account, email]);
  if (!rule) return null;
  return <NewRule rule={rule} onClose={onClose} />;
}
