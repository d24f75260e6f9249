import { api } from "@atrium/contract/api/index";
import type { ServedRemote } from "@atrium/contract/api/admin";
import { DRIVE_REMOTE } from "@atrium/contract/remotes";
import { Remote, type RemoteRecord } from "@atrium/contract/types/remote";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, useRecord, type Account } from "@atrium/jmap";
import { Answered, Group, Section, useAct, useAnswer } from "@atrium/settings-page";
import { Banner, Button, Skeleton, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { t } from "./strings/index.ts";

const NAME = DRIVE_REMOTE.name;
const WHOLE = { properties: ["isEnabled", "reason", "pinnedVersion"] };
const REASON_MAX = 300;
const VERSION_MAX = 64;

/** `/setting/remotes`: parts that are built and served on their own, switched off and pinned. For administrators. */
export function Remotes(): ReactNode {
  const { answer, reload } = useAnswer(api.admin.remotes.served, NAME);
  return (
    <Section title={t("remotes")} intro={t("intro")}>
      <WithOrganisation>
        {(account) => (
          <Answered answer={answer} onRetry={() => void reload()}>
            {(served) => <Drive account={account} served={served} onCheck={() => void reload()} />}
          </Answered>
        )}
      </WithOrganisation>
    </Section>
  );
}

type Decision = Pick<RemoteRecord, "isEnabled" | "reason" | "pinnedVersion">;
type Decide = (patch: Partial<Decision>, message: string, before?: Partial<Decision>) => void;

function Drive({
  account,
  served,
  onCheck,
}: {
  readonly account: Account;
  readonly served: ServedRemote;
  readonly onCheck: () => void;
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const record = useRecord(account, Remote, NAME, WHOLE);
  if (!record) return <Skeleton width="60%" />;
  const decide: Decide = (patch, message, before) =>
    void act(
      () => setNow(client, account, Remote, { update: { [NAME]: patch } }),
      message,
      before && (() => decide(before, t("undone"))),
    );
  const { url, version, fault } = served;
  return (
    <>
      <Group title={t("drive")}>
        <ul className="settings-list">
          <Fact name={t("servedFrom")} value={url} />
          <Fact name={t("servedVersion")} value={fault === null ? version : t(fault)} />
        </ul>
        <Button variant="quiet" onClick={onCheck}>
          {t("checkAgain")}
        </Button>
        {record.isEnabled ? (
          <Banner severity="success" title={t("on")}>
            {t("onMore")}
          </Banner>
        ) : (
          <Off reason={record.reason} decide={decide} />
        )}
      </Group>
      <Group title={t("pin")} intro={t("pinMore")}>
        <Pin
          key={record.pinnedVersion}
          pinned={record.pinnedVersion}
          served={version}
          decide={decide}
        />
      </Group>
      {record.isEnabled && (
        <Group title={t("switchOff")}>
          <SwitchOff decide={decide} />
        </Group>
      )}
    </>
  );
}

const Fact = ({
  name,
  value,
}: {
  readonly name: string;
  readonly value: string | null;
}): ReactNode => (
  <li className="settings-row">
    <span className="settings-row-words">
      <strong>{name}</strong>
      <span className="settings-wraps">{value}</span>
    </span>
  </li>
);

function SwitchOff({ decide }: { readonly decide: Decide }): ReactNode {
  const [reason, setReason] = useState("");
  function switchOff(event: FormEvent): void {
    event.preventDefault();
    const words = reason.trim();
    decide({ isEnabled: false, reason: words === "" ? null : words }, t("switchedOff"), {
      isEnabled: true,
    });
  }
  return (
    <form className="settings-form" onSubmit={switchOff}>
      <TextField
        label={t("reason")}
        hint={t("reasonMore")}
        maxLength={REASON_MAX}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" variant="danger">
        {t("switchOff")}
      </Button>
    </form>
  );
}

function Off({
  reason,
  decide,
}: {
  readonly reason: string | null;
  readonly decide: Decide;
}): ReactNode {
  return (
    <div className="settings-form">
      <Banner severity="warning" title={t("off")}>
        {reason ?? t("offMore")}
      </Banner>
      <Button
        variant="primary"
        onClick={() => decide({ isEnabled: true }, t("switchedOn"), { isEnabled: false, reason })}
      >
        {t("switchOn")}
      </Button>
    </div>
  );
}

function Pin({
  pinned,
  served,
  decide,
}: {
  readonly pinned: string | null;
  readonly served: string | null;
  readonly decide: Decide;
}): ReactNode {
  const [version, setVersion] = useState(pinned ?? served ?? "");
  const before = { pinnedVersion: pinned };
  function keep(event: FormEvent): void {
    event.preventDefault();
    const wanted = version.trim();
    if (wanted !== "" && wanted !== pinned)
      decide({ pinnedVersion: wanted }, t("pinned", { version: wanted }), before);
  }
  const isServed = pinned === null || served === null || served === pinned;
  return (
    <form className="settings-form" onSubmit={keep}>
      {isServed ? (
        <p>{pinned === null ? t("anyVersion") : t("pinnedTo", { version: pinned })}</p>
      ) : (
        <Banner severity="warning" title={t("pinMismatch", { served, pinned })}>
          {t("pinMismatchMore", { pinned })}
        </Banner>
      )}
      <TextField
        label={t("pinVersion")}
        maxLength={VERSION_MAX}
        autoComplete="off"
        spellCheck={false}
        required
        value={version}
        onChange={(event) => setVersion(event.target.value)}
      />
      <span className="settings-acts">
        <Button type="submit">{t("keepVersion")}</Button>
        {pinned !== null && (
          <Button
            variant="quiet"
            onClick={() => decide({ pinnedVersion: null }, t("unpinned"), before)}
          >
            {t("allowAny")}
          </Button>
        )}
      </span>
    </form>
  );
}
