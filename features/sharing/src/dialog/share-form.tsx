import { MAX_SHARED_WITH } from "@atrium/contract/types/shares";
import { Button, PeopleInput, Select, DateIcon, Tag } from "@atrium/ui";
import { useId, useState, type ReactNode, type RefObject } from "react";
import type { SharingAccount } from "../client.ts";
import type { Share } from "../shares/change-shares.ts";
import type { Person } from "../shares/directory.ts";
import { givable, rightsOf, type Rights, type RoleName, type ShareRole } from "../shares/roles.ts";
import { t } from "../strings/index.ts";
import { EndDialog, endText } from "../terms/end-dialog.tsx";
import { useFoundPeople } from "./use-found-people.ts";

/** As many are offered at once; more letters find the others. */
const OFFERED = 6;
/** Characters of what is looked for. */
const MAX_TEXT = 255;

/** Gives access to people and groups. What was chosen stays until they have it. */
export function ShareForm({
  field,
  account,
  roles,
  myRights,
  omitted,
  hasAccess,
  count,
  sees,
  onShare,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Where people are looked for. */
  readonly account: SharingAccount | undefined;
  readonly roles: readonly ShareRole[];
  readonly myRights: Rights;
  /** Ids of those who are not offered, as they have everything already. */
  readonly omitted: readonly (string | undefined)[];
  readonly hasAccess: (id: string) => boolean;
  /** How many have access. */
  readonly count: number;
  readonly sees: string;
  /** @returns why it was refused */
  readonly onShare: (people: readonly Person[], share: Share) => Promise<string | undefined>;
}): ReactNode {
  const [text, setText] = useState("");
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [wanted, setWanted] = useState<RoleName>("viewer");
  const [until, setUntil] = useState<string | null>(null);
  const [asksEnd, setAsksEnd] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [note, setNote] = useState<string>();
  const [fault, setFault] = useState<string>();
  const said = useId();
  const typed = text.trim();
  const { found, hasFailed } = useFoundPeople(account, typed);
  const isChosen = ({ id }: Person): boolean => people.some((one) => one.id === id);
  const offered = found
    ?.filter((one) => !omitted.includes(one.id) && !isChosen(one))
    .slice(0, OFFERED);
  const mine = givable(roles, myRights);
  const role = mine.find(({ name }) => name === wanted) ?? mine[0]!;

  const choose = (person: Person): void => {
    setText("");
    setFault(undefined);
    if (hasAccess(person.id)) setNote(t("hasAccessLong", { name: person.name }));
    else setPeople([...people, person]);
  };
  const share = async (): Promise<void> => {
    if (isBusy || people.length === 0) return;
    if (count + people.length > MAX_SHARED_WITH)
      return setFault(t("tooMany", { count: MAX_SHARED_WITH }));
    setBusy(true);
    setFault(undefined);
    const reason = await onShare(people, { rights: rightsOf(role), until });
    setBusy(false);
    setFault(reason);
    if (reason === undefined) {
      setPeople([]);
      setUntil(null);
      field.current?.focus();
    }
    return undefined;
  };
  const hint =
    note ??
    (typed === ""
      ? undefined
      : hasFailed
        ? t("notFound")
        : offered?.length === 0
          ? t("noMatch", { text: typed })
          : undefined);

  return (
    <form
      className="share-form"
      onSubmit={(event) => {
        event.preventDefault();
        void share();
      }}
    >
      <div className="share-find">
        <PeopleInput
          ref={field}
          label={t("find")}
          autoFocus
          maxLength={MAX_TEXT}
          value={text}
          aria-describedby={said}
          onValue={(value) => {
            setText(value);
            setNote(undefined);
          }}
          found={(offered ?? []).map((one) => ({
            ...one,
            email: hasAccess(one.id) ? t("hasAccess") : (one.email ?? t("group")),
          }))}
          onChoose={({ id }) => {
            const person = found?.find((one) => one.id === id);
            if (person) choose(person);
          }}
        />
      </div>
      <p className="share-note" role="status">
        {hint}
      </p>
      {people.length > 0 && (
        <ul className="share-chosen" aria-label={t("chosen")}>
          {people.map((person) => (
            <li key={person.id}>
              <Tag
                onRemove={() => {
                  setPeople(people.filter((one) => one !== person));
                  field.current?.focus();
                }}
              >
                {person.name}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <div className="share-terms">
        <Select
          label={t("role")}
          hideLabel
          options={mine.map(({ name }) => ({ value: name, label: t(name), hint: t(`${name}May`) }))}
          value={role.name}
          onChange={setWanted}
        />
        {until === null ? (
          <Button variant="quiet" icon={<DateIcon />} onClick={() => setAsksEnd(true)}>
            {t("setEnd")}
          </Button>
        ) : (
          <Tag onRemove={() => setUntil(null)}>{endText(until)}</Tag>
        )}
        <Button variant="primary" type="submit" busy={isBusy} disabled={people.length === 0}>
          {t("share")}
        </Button>
      </div>
      {fault !== undefined && (
        <p className="share-fault" role="alert">
          {fault}
        </p>
      )}
      <p id={said} className="share-sees">
        {sees}
      </p>
      {asksEnd && <EndDialog until={until} onPick={setUntil} onClose={() => setAsksEnd(false)} />}
    </form>
  );
}
