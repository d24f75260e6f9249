import { href } from "@atrium/contract/href";
import { Person, type PersonRecord } from "@atrium/contract/types/person";
import type { ScreenProps } from "@atrium/settings-page";
import { AddPersonIcon, Select } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { AllOf } from "../list/all-of.tsx";
import { Entry } from "../list/entry.tsx";
import { t } from "../strings/index.ts";
import { AddPersonDialog } from "./add-person.tsx";
import { OnePerson } from "./one-person.tsx";
import { RoleTags } from "./role-tags.tsx";

const HOME = href("/setting/:section", { section: "people" });

/** `/setting/people`, and `/setting/people/ID` for one of them. For administrators. */
export function People({ session, path: [id] }: ScreenProps): ReactNode {
  const back = { href: HOME, label: t("people") };
  if (id !== undefined) return <OnePerson id={id} isSelf={id === session.personId} back={back} />;
  return <Everybody session={session} />;
}

/** Which people a list has. */
const VIEWS = {
  present: { isRemoved: false },
  administrators: { isRemoved: false, role: "administrator" },
  disabled: { isRemoved: false, isDisabled: true },
  removed: { isRemoved: true },
} as const;
type View = keyof typeof VIEWS;

function Everybody({ session }: Pick<ScreenProps, "session">): ReactNode {
  const [view, setView] = useState<View>("present");
  return (
    <AllOf
      session={session}
      type={Person}
      properties={ROW}
      home={HOME}
      filter={VIEWS[view]}
      words={words()}
      addIcon={<AddPersonIcon />}
      Dialog={AddPersonDialog}
    >
      {{
        row,
        acts: (
          <Select
            hideLabel
            label={t("whichPeople")}
            value={view}
            onChange={setView}
            options={[
              { value: "present", label: t("viewPresent") },
              { value: "administrators", label: t("viewAdministrators") },
              { value: "disabled", label: t("viewDisabled") },
              { value: "removed", label: t("viewRemoved") },
            ]}
          />
        ),
      }}
    </AllOf>
  );
}

/** What a row shows. */
const ROW = ["id", "name", "address", "roles", "isDisabled", "isRemoved"] as const;

const words = () => ({
  label: t("people"),
  intro: t("peopleMore"),
  add: t("addPerson"),
  find: t("filterPeople"),
  count: (count: number) => t("peopleCount", { count }),
  none: (query: string) => (query === "" ? t("nobodyHere") : t("nobodyFound", { query })),
});

const row = (person: PersonRecord): ReactNode => (
  <>
    <Entry name={person.name} address={person.address} isQuiet={person.isDisabled} />
    <RoleTags person={person} />
  </>
);
