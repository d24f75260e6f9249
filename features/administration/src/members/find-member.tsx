import { PeopleInput } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** A person, or something else, that can be a member. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** As many are offered at once; more letters find the others. */
const OFFERED = 6;

const plain = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Those who are called so, without those who are in already. */
export function candidatesFor(
  all: readonly Candidate[],
  members: ReadonlySet<string>,
  query: string,
): readonly Candidate[] {
  const wanted = plain(query.trim());
  if (wanted === "") return [];
  return all
    .filter(
      ({ id, name, address }) => !members.has(id) && plain(`${name} ${address}`).includes(wanted),
    )
    .slice(0, OFFERED);
}

/** Finds a user by name or address and adds them. */
export function FindMember({
  all,
  members,
  onAdd,
}: {
  readonly all: readonly Candidate[];
  readonly members: ReadonlySet<string>;
  readonly onAdd: (candidate: Candidate) => void;
}): ReactNode {
  const [query, setQuery] = useState("");
  const offered = candidatesFor(all, members, query);
  return (
    <div className="settings-finder">
      <PeopleInput
        label={t("findMember")}
        value={query}
        onValue={setQuery}
        found={offered.map((one) => ({ ...one, email: one.address }))}
        onChoose={(candidate) => {
          setQuery("");
          onAdd(candidate);
        }}
      />
      {query.trim() !== "" && offered.length === 0 && (
        <p className="settings-none" role="status">
          {t("nobodyFound", { query })}
        </p>
      )}
    </div>
  );
}
