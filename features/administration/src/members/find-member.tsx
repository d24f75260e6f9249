import { Principal, type PrincipalFilter } from "@atrium/contract/types/principal";
import type { Account } from "@atrium/jmap";
import { PeopleInput } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** A person, or something else, that can be a member. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isGroup?: boolean;
}

/** As many are offered at once; more letters find the others. */
const OFFERED = 6;
/** As many are asked for, as some of them may be in already. */
const ASKED = 100;
/** Milliseconds after the last letter. */
const PAUSE = 150;

/** Finds a user by name or address and adds them. */
export function FindMember({
  account,
  type,
  label = t("findMember"),
  autoFocus,
  members,
  onAdd,
}: {
  /** The organisation's. */
  readonly account: Account;
  /** Only such ones. */
  readonly type?: "individual";
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly members: ReadonlySet<string>;
  readonly onAdd: (candidate: Candidate) => void;
}): ReactNode {
  const [query, setQuery] = useState("");
  const found = useFound(account, query.trim(), type);
  const offered = found?.filter(({ id }) => !members.has(id)).slice(0, OFFERED);
  return (
    <div className="settings-finder">
      <PeopleInput
        label={label}
        autoFocus={autoFocus}
        value={query}
        onValue={setQuery}
        found={(offered ?? []).map((one) => ({ ...one, email: one.address }))}
        onChoose={(candidate) => {
          setQuery("");
          onAdd(candidate);
        }}
      />
      {query.trim() !== "" && offered?.length === 0 && (
        <p className="settings-none" role="status">
          {t("nobodyFound", { query })}
        </p>
      )}
    </div>
  );
}

/** Those of the directory who are called so; `undefined` while that is not known. */
function useFound(
  account: Account,
  text: string,
  type: "individual" | undefined,
): readonly Candidate[] | undefined {
  const [answer, setAnswer] = useState<{ readonly of: string; readonly list: Candidate[] }>();
  useEffect(() => {
    if (text === "") return undefined;
    let isWanted = true;
    const look = async (): Promise<void> => {
      const filter: PrincipalFilter = { text, ...(type && { type }) };
      const properties = ["id", "type", "name", "email"] as const;
      const sort = [{ property: "name" as const }];
      const list = await account.find(Principal, { filter, sort, limit: ASKED, properties });
      if (isWanted)
        setAnswer({
          of: text,
          list: list.map(({ id, type, name, email }) => ({
            id,
            name,
            address: email ?? t("group"),
            isGroup: type === "group",
          })),
        });
    };
    // Without network nobody is offered; the next letter asks again.
    const timer = setTimeout(() => void look().catch(() => undefined), PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [account, text, type]);
  return text !== "" && answer?.of === text ? answer.list : undefined;
}
