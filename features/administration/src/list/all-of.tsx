import type { SessionInfo } from "@atrium/contract/api/session";
import type { ConditionOf, CreateOf } from "@atrium/contract/types/define";
import type { DefaultPropertyOf } from "@atrium/contract/types/methods";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account, type OnlineType } from "@atrium/jmap";
import { proven, Section } from "@atrium/settings-page";
import { navigate } from "@atrium/shell";
import { Button } from "@atrium/ui";
import { useState, type ComponentType, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { SearchableList, type Findable, type ListWords, type Rows } from "./searchable-list.tsx";

/** What the dialog that asks for a new one is given. */
export interface DialogProps<D extends OnlineType> {
  readonly session: SessionInfo;
  /** The organisation's. */
  readonly account: Account;
  /** Makes it and answers its id. A rejection is the server's refusal. */
  readonly onAdd: (record: CreateOf<D>) => Promise<string>;
  /** @param made the id of what was made, whose page opens. */
  readonly onClose: (made?: string) => void;
}

interface AllOfProps<D extends OnlineType & Findable> {
  readonly session: SessionInfo;
  readonly type: D;
  /** Which of a record a row shows. */
  readonly properties: readonly DefaultPropertyOf<D>[];
  /** The page of a record is below it. */
  readonly home: string;
  /** Which there are at all, before anything is looked for. */
  readonly filter?: ConditionOf<D> | null;
  readonly words: ListWords & {
    readonly intro: string;
    /** Makes another, as on a button. */
    readonly add: string;
  };
  readonly addIcon: ReactNode;
  /** Asks for what a new one needs. */
  readonly Dialog: ComponentType<DialogProps<D>>;
  readonly children: Rows<D>;
}

/** The page of all of the organisation's records of a type: the list, and the way to another. */
export function AllOf<D extends OnlineType & Findable>({
  session,
  type,
  properties,
  home,
  filter = null,
  words,
  addIcon,
  Dialog,
  children,
}: AllOfProps<D>): ReactNode {
  const client = useClient();
  const [isAdding, setAdding] = useState(false);
  async function add(account: Account, made: CreateOf<D>): Promise<string> {
    const ids = await proven(() => setNow(client, account, type, { create: { made } }));
    return ids["made"]!;
  }
  return (
    <Section
      fills
      title={words.label}
      intro={words.intro}
      action={
        <Button variant="primary" icon={addIcon} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <WithOrganisation>
        {(account) => (
          <>
            <SearchableList
              account={account}
              type={type}
              properties={properties}
              home={home}
              filter={filter}
              words={words}
            >
              {children}
            </SearchableList>
            {isAdding && (
              <Dialog
                session={session}
                account={account}
                onAdd={(record) => add(account, record)}
                onClose={(made) => {
                  setAdding(false);
                  if (made !== undefined) navigate(`${home}/${made}`);
                }}
              />
            )}
          </>
        )}
      </WithOrganisation>
    </Section>
  );
}
