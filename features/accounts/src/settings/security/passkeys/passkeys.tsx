import { Passkey, type PasskeyRecord } from "@atrium/contract/types/passkey";
import { useClient } from "@atrium/feature-suite/parts";
import { formatDate, formatRelative } from "@atrium/i18n";
import { setNow, type Account } from "@atrium/jmap";
import { refreshSession } from "@atrium/shell";
import { forgetPasskey, passkeysAway } from "@atrium/shell/passkeys";
import {
  AddIcon,
  Banner,
  Button,
  Confirm,
  MenuButton,
  MoreIcon,
  PasskeyIcon,
  EditIcon,
  TrashIcon,
} from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { sentenceOf, useAct } from "@atrium/settings-page";
import { t } from "../../strings/index.ts";
import { byAge, WaysIn } from "../ways-in.tsx";
import { AddPasskeyDialog } from "./add-passkey.tsx";
import { RenamePasskeyDialog } from "./rename-passkey.tsx";

/** The keys that let the person in without the password, and the ways to add, name and remove them. */
export function Passkeys(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const away = passkeysAway();
  return (
    <WaysIn
      type={Passkey}
      title={t("passkeys")}
      intro={t("passkeysMore")}
      renderAction={() =>
        away === undefined && (
          <Button icon={<AddIcon />} onClick={() => setAdding(true)}>
            {t("addPasskey")}
          </Button>
        )
      }
    >
      {({ account, records }) => (
        <>
          {away !== undefined && <Banner severity="warning" title={sentenceOf(away)} />}
          {(away === undefined || records.length > 0) && (
            <List account={account} passkeys={byAge(records)} />
          )}
          {isAdding && <AddPasskeyDialog account={account} onClose={() => setAdding(false)} />}
        </>
      )}
    </WaysIn>
  );
}

interface Step {
  readonly now: "renaming" | "removing";
  readonly passkey: PasskeyRecord;
}

function List({
  account,
  passkeys,
}: {
  readonly account: Account;
  readonly passkeys: readonly PasskeyRecord[];
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);
  const close = (): void => setStep(undefined);
  const removing = step?.now === "removing" ? step.passkey : undefined;

  async function remove({ id, name, credentialId }: PasskeyRecord): Promise<void> {
    setBusy(true);
    await act(
      async () => {
        await setNow(client, account, Passkey, { destroy: [id] });
        forgetPasskey(credentialId);
        // Where the organisation asks for a second factor, the next is set up at once.
        await refreshSession();
      },
      t("passkeyRemoved", { name }),
    );
    setBusy(false);
    close();
  }

  return (
    <>
      {passkeys.length === 0 && <p className="settings-none">{t("noPasskeys")}</p>}
      {passkeys.length > 0 && (
        <ul className="settings-list">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setStep({ now: "renaming", passkey })}
              onRemove={() => setStep({ now: "removing", passkey })}
            />
          ))}
        </ul>
      )}
      {step?.now === "renaming" && (
        <RenamePasskeyDialog account={account} passkey={step.passkey} onClose={close} />
      )}
      <Confirm
        open={removing !== undefined}
        danger
        busy={busy}
        title={t("removePasskeyTitle", { name: removing?.name ?? "" })}
        confirmLabel={t("remove")}
        onConfirm={() => removing && void remove(removing)}
        onClose={close}
      >
        <p>{t("removePasskeyMore")}</p>
      </Confirm>
    </>
  );
}

function Row({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  readonly passkey: PasskeyRecord;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <li className="settings-row">
      <PasskeyIcon />
      <div className="settings-row-words">
        <strong title={name}>{name}</strong>
        <span>
          {lastUsedAt === null
            ? t("neverUsed")
            : t("lastSeen", { when: formatRelative(lastUsedAt) })}
          {" · "}
          {t("addedOn", { date: formatDate(createdAt) })}
        </span>
      </div>
      <MenuButton
        label={t("actsOn", { name })}
        icon={<MoreIcon />}
        align="end"
        items={[
          { id: "rename", label: t("rename"), icon: <EditIcon />, onAct: onRename },
          {
            id: "remove",
            label: t("remove"),
            icon: <TrashIcon />,
            danger: true,
            onAct: onRemove,
          },
        ]}
      />
    </li>
  );
}
