import { href } from "@atrium/contract/href";
import { Person, type PersonRecord } from "@atrium/contract/types/person";
import type { Account } from "@atrium/jmap";
import { SectionSkeleton, sentence, type ScreenProps } from "@atrium/settings-page";
import { lazyPart, navigate } from "@atrium/shell";
import { AddPersonIcon, DownloadIcon, MenuButton, MoreIcon, Select, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { AllOf } from "../list/all-of.tsx";
import { Entry } from "../list/entry.tsx";
import type { Back } from "../one/one-record.tsx";
import { t } from "../strings/index.ts";
import { AddPersonDialog } from "./add-person.tsx";
import { OnePerson } from "./one-person.tsx";
import { RoleTags } from "./role-tags.tsx";

const HOME = href("/setting/:section", { section: "people" });

/** Below the page of all, in the place of an id, which begins with a letter of its own. */
const IMPORT = "import";

const ImportPeople = lazyPart<Pick<ScreenProps, "session"> & { readonly back: Back }>(
  () => import("./csv/index.ts").then((module) => module.ImportPeople),
  <SectionSkeleton />,
);

/** `/setting/people`, `/setting/people/ID` for one of them, and `/setting/people/import`. For administrators. */
export function People({ session, path: [id] }: ScreenProps): ReactNode {
  const back = { href: HOME, label: t("people") };
  if (id === IMPORT) return <ImportPeople session={session} back={back} />;
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
          <>
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
            <WithOrganisation>{(account) => <Files account={account} />}</WithOrganisation>
          </>
        ),
      }}
    </AllOf>
  );
}

/** Many people at once: into a file, and out of one. */
const Files = ({ account }: { readonly account: Account }): ReactNode => (
  <MenuButton
    label={t("peopleFiles")}
    icon={<MoreIcon />}
    align="end"
    items={[
      {
        id: "import",
        label: t("importPeople"),
        icon: <AddPersonIcon />,
        onAct: () => navigate(`${HOME}/${IMPORT}`),
      },
      {
        id: "export",
        label: t("exportPeople"),
        icon: <DownloadIcon />,
        onAct: () => void saveAll(account),
      },
    ]}
  />
);

async function saveAll(account: Account): Promise<void> {
  try {
    const { exportPeople } = await import("./csv/index.ts");
    await exportPeople(account);
  } catch (error) {
    toast({ severity: "danger", message: sentence(error) });
  }
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
