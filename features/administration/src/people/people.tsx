import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { Person, type PersonRecord } from "@atrium/contract/types/person";
import { Section, type ScreenProps } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { AddPersonIcon, Button } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { Entry } from "../list/entry.tsx";
import { SearchableList } from "../list/searchable-list.tsx";
import { t } from "../strings/index.ts";
import { AddPersonDialog } from "./add-person.tsx";
import { OnePerson } from "./one-person.tsx";
import { RoleTags } from "./role-tags.tsx";

const HOME = href("/setting/:section", { section: "people" });

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
            <SearchableList
              account={account}
              type={Person}
              properties={ROW}
              home={HOME}
              words={words()}
            >
              {{ row }}
            </SearchableList>
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

/** What a row shows. */
const ROW = ["id", "name", "address", "roles", "isDisabled"] as const;

const words = () => ({
  label: t("people"),
  find: t("filterPeople"),
  count: (count: number) => t("peopleCount", { count }),
  none: (query: string) => t("nobodyFound", { query }),
});

const row = (person: PersonRecord): ReactNode => (
  <>
    <Entry name={person.name} address={person.address} isQuiet={person.isDisabled} />
    <RoleTags person={person} />
  </>
);
