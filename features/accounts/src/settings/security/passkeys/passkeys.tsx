import { api } from "@atrium/contract/api/index";
import type { Passkey } from "@atrium/contract/api/passkeys";
import { formatDate, formatRelative } from "@atrium/i18n";
import { refreshSession, rest } from "@atrium/shell";
import { forgetPasskey, passkeysAway } from "@atrium/shell/passkeys";
import { AddIcon, Button, MenuButton, MoreIcon, PasskeyIcon, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, PasswordAgain, sentenceOf, useAnswer } from "@atrium/settings-page";
import { t } from "../../strings/index.ts";
import { AddPasskeyDialog } from "./add-passkey.tsx";
import { RenamePasskeyDialog } from "./rename-passkey.tsx";

type Step =
  | { readonly now: "adding" }
  | { readonly now: "renaming" | "removing"; readonly passkey: Passkey };

/** The keys that let the person in without the password, and the ways to add, name and remove them. */
export function Passkeys({ address }: { readonly address: string }): ReactNode {
  const { answer, reload } = useAnswer(api.passkeys.list);
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const away = passkeysAway();

  function done(message: string): void {
    toast({ severity: "success", message });
    close();
    void reload();
  }

  return (
    <Group
      title={t("passkeys")}
      intro={t("passkeysMore")}
      action={
        away === undefined && (
          <Button icon={<AddIcon />} onClick={() => setStep({ now: "adding" })}>
            {t("addPasskey")}
          </Button>
        )
      }
    >
      {away !== undefined && <p className="settings-quiet">{sentenceOf(away)}</p>}
      <Answered answer={answer} onRetry={() => void reload()}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="settings-none">{t("noPasskeys")}</p>
          ) : (
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
          )
        }
      </Answered>
      {step?.now === "adding" && (
        <AddPasskeyDialog
          address={address}
          onAdded={({ name }) => done(t("passkeyAdded", { name }))}
          onClose={close}
        />
      )}
      {step?.now === "renaming" && (
        <RenamePasskeyDialog
          passkey={step.passkey}
          onRenamed={() => done(t("passkeyRenamed"))}
          onClose={close}
        />
      )}
      {step?.now === "removing" && (
        <PasswordAgain
          danger
          title={t("removePasskeyTitle", { name: step.passkey.name })}
          address={address}
          confirmLabel={t("remove")}
          onClose={close}
          onProof={async (body) => {
            const { id, name, credentialId } = step.passkey;
            await rest(api.passkeys.remove, { params: { id }, body });
            forgetPasskey(credentialId);
            // Where the organisation asks for a second factor, the next is set up at once.
            await refreshSession();
            done(t("passkeyRemoved", { name }));
          }}
        >
          <p>{t("removePasskeyMore")}</p>
        </PasswordAgain>
      )}
    </Group>
  );
}

function Row({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  readonly passkey: Passkey;
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
          { id: "rename", label: t("rename"), onAct: onRename },
          { id: "remove", label: t("remove"), danger: true, onAct: onRemove },
        ]}
      />
    </li>
  );
}
