import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { Person } from "@atrium/contract/types/person";
import { useQuery, useRecord, type Account, type QueryDefinition } from "@atrium/jmap";
import { Section, type ScreenProps } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import {
  AddPersonIcon,
  Avatar,
  Button,
  ChevronRightIcon,
  EmptyState,
  ErrorCard,
  noRows,
  SearchField,
  SearchIcon,
  Skeleton,
  VirtualGrid,
} from "@atrium/ui";
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { t } from "../strings/index.ts";
import { AddPersonDialog } from "./add-person.tsx";
import { OnePerson } from "./one-person.tsx";
import { RoleTags } from "./role-tags.tsx";
import "./people.css";

const HOME = href("/setting/:section", { section: "people" });
const ROW_HEIGHT = 56;

/** `/setting/people`, and `/setting/people/ID` for one of them. For administrators. */
export function People({ session, path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined)
    return (
      <WithOrganisation>
        {(account) => (
          <OnePerson
            key={id}
            account={account}
            id={id}
            isSelf={id === session.personId}
            home={HOME}
          />
        )}
      </WithOrganisation>
    );
  return <Everybody session={session} />;
}

function Everybody({ session }: { readonly session: SessionInfo }): ReactNode {
  const [adding, setAdding] = useState(false);
  return (
    <Section
      fills
      title={t("people")}
      intro={t("peopleMore")}
      action={
        <Button variant="primary" icon={<AddPersonIcon />} onClick={() => setAdding(true)}>
          {t("addPerson")}
        </Button>
      }
    >
      <WithOrganisation>
        {(account) => (
          <>
            <List account={account} />
            {adding && (
              <AddPersonDialog
                account={account}
                domain={session.address.slice(session.address.lastIndexOf("@"))}
                onClose={() => setAdding(false)}
                onAdded={(id) => navigate(`${HOME}/${id}`)}
              />
            )}
          </>
        )}
      </WithOrganisation>
    </Section>
  );
}

/** Those who are called so, by name, however many there are. */
function List({ account }: { readonly account: Account }): ReactNode {
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const list = useMemo(() => account.query(definition(query)), [account, query]);
  const view = useQuery(list);
  const [active, setActive] = useState(-1);
  const show = useCallback((first: number, last: number) => list.show(first, last), [list]);
  const row = useCallback(
    (index: number) => <Row account={account} id={view.idAt(index)} />,
    [account, view],
  );
  function open(index: number): void {
    const id = view.idAt(index);
    if (id !== undefined) navigate(`${HOME}/${id}`);
  }
  return (
    <div className="people">
      <div className="people-head">
        <SearchField
          label={t("filterPeople")}
          placeholder={t("filterPeople")}
          value={text}
          onValue={(value) => {
            setText(value);
            setActive(-1);
          }}
        />
        <p role="status">
          {view.status === "ready" ? t("peopleCount", { count: view.length }) : ""}
        </p>
      </div>
      {view.status === "failed" && (
        <ErrorCard title={t("loadFailed")} onRetry={() => list.retry()} />
      )}
      {view.status === "ready" && view.length === 0 && (
        <EmptyState icon={<SearchIcon />} title={t("nobodyFound", { query })} />
      )}
      {view.status !== "failed" && !(view.status === "ready" && view.length === 0) && (
        <VirtualGrid
          label={t("people")}
          rowCount={view.length || (view.status === "ready" ? 0 : 8)}
          rowHeight={ROW_HEIGHT}
          rowId={view.idAt}
          renderRow={row}
          active={active}
          onActive={setActive}
          selection={noRows}
          onSelection={() => undefined}
          onOpen={open}
          onRange={show}
          scrollKey={`people ${query}`}
          busy={view.status === "loading"}
        />
      )}
    </div>
  );
}

const definition = (text: string): QueryDefinition<typeof Person> => ({
  type: Person,
  filter: text === "" ? null : { text },
  sort: [{ property: "name", isAscending: true }],
  rows: [{ type: Person, properties: ROW }],
});

/** What a row shows. */
const ROW = ["id", "name", "address", "roles", "isDisabled"] as const;

function Row({
  account,
  id,
}: {
  readonly account: Account;
  readonly id: string | undefined;
}): ReactNode {
  const person = useRecord(account, Person, id);
  if (!person)
    return (
      <div className="people-row">
        <Skeleton width="32px" height="32px" />
        <Skeleton width="50%" />
      </div>
    );
  const { name, address, isDisabled } = person;
  return (
    <div className="people-row" data-disabled={isDisabled}>
      <Avatar name={name} address={address} size={32} />
      <div className="people-words">
        <strong>{name}</strong>
        <span>{address}</span>
      </div>
      <RoleTags person={person} />
      <ChevronRightIcon />
    </div>
  );
}
