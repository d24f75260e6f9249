import {
  Organisation as OrganisationType,
  ORGANISATION_ID,
  type OrganisationRecord,
} from "@atrium/contract/types/organisation";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, useRecord, type Account } from "@atrium/jmap";
import { Section, useAct } from "@atrium/settings-page";
import { showOrganisation } from "@atrium/shell/show-organisation";
import { Button, Skeleton, TextField } from "@atrium/ui";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { NameField } from "../fields.tsx";
import { LogoField } from "./logo-field.tsx";
import { LookPreview } from "./look-preview.tsx";
import { t } from "./strings/index.ts";
import "./organisation.css";

/** `/setting/organisation`: what the organisation is called and looks like. For administrators. */
export function Organisation(): ReactNode {
  return (
    <Section title={t("organisation")} intro={t("intro")}>
      <WithOrganisation>{(account) => <InAccount account={account} />}</WithOrganisation>
    </Section>
  );
}

type Look = Pick<OrganisationRecord, "name" | "accent" | "logo" | "logoDark">;

const KEYS = ["name", "accent", "logo", "logoDark"] as const;
const WHOLE = { properties: ["name", "accent", "logo", "logoDark", "logos"] };
/** What the field shows where nothing is chosen: Atrium's own in the light theme. */
const OWN_ACCENT = "#3653d0";

function InAccount({ account }: { readonly account: Account }): ReactNode {
  const record = useRecord(account, OrganisationType, ORGANISATION_ID, WHOLE);
  const isThere = account.has(OrganisationType, ORGANISATION_ID, WHOLE);
  useEffect(() => {
    // What is saved here holds here at once, also before the window follows what others save.
    if (record && isThere) showOrganisation(record);
  }, [record, isThere]);
  if (!record || !isThere) return <Skeleton width="60%" />;
  const { name, accent, logo, logoDark, logos } = record;
  // What another window saved takes the place of what was not.
  const key = JSON.stringify([name, accent, logos]);
  return <Form key={key} account={account} saved={{ name, accent, logo, logoDark }} />;
}

function Form({ account, saved }: { readonly account: Account; readonly saved: Look }): ReactNode {
  const client = useClient();
  const act = useAct();
  const [look, setLook] = useState(saved);
  const [busy, setBusy] = useState(false);
  const change = (patch: Partial<Look>): void => setLook((now) => ({ ...now, ...patch }));
  const { name, accent, logo, logoDark } = look;
  const isChanged = KEYS.some((key) => look[key] !== saved[key]);
  const isOwn = saved.accent === null && saved.logo === null && saved.logoDark === null;

  async function write(patch: Partial<Look>, message: string, before?: Look): Promise<void> {
    setBusy(true);
    await act(
      () => setNow(client, account, OrganisationType, { update: { [ORGANISATION_ID]: patch } }),
      message,
      before && (() => void write(before, t("undone"))),
    );
    setBusy(false);
  }
  function save(event: FormEvent): void {
    event.preventDefault();
    void write(look, t("saved"), saved);
  }

  return (
    <form className="settings-form" onSubmit={save}>
      <NameField value={name} onChange={(next) => change({ name: next })} />
      <div className="organisation-accent">
        <TextField
          type="color"
          label={t("accent")}
          hint={t("accentMore")}
          suffix={accent ?? t("accentOwn")}
          value={accent ?? OWN_ACCENT}
          onChange={(event) => change({ accent: event.target.value })}
        />
        {accent !== null && (
          <Button variant="quiet" onClick={() => change({ accent: null })}>
            {t("accentOwn")}
          </Button>
        )}
      </div>
      <LogoField
        label={t("logo")}
        hint={t("logoMore")}
        value={logo}
        onChange={(next) => change({ logo: next })}
      />
      <LogoField
        onDark
        label={t("logoDark")}
        hint={t("logoDarkMore")}
        value={logoDark}
        onChange={(next) => change({ logoDark: next })}
      />
      <LookPreview {...look} />
      <div className="organisation-acts">
        <Button type="submit" variant="primary" busy={busy} disabled={!isChanged}>
          {t("save")}
        </Button>
        {!isOwn && (
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() =>
              void write({ accent: null, logo: null, logoDark: null }, t("resetDone"), saved)
            }
          >
            {t("reset")}
          </Button>
        )}
      </div>
    </form>
  );
}
