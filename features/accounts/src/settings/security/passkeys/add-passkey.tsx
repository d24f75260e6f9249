import { api } from "@atrium/contract/api/index";
import type { Passkey } from "@atrium/contract/api/passkeys";
import { rest, RestRefusal } from "@atrium/shell";
import { createPasskey, forgetPasskey } from "@atrium/shell/passkeys";
import { TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { browserName } from "../browser-name.ts";
import { PasswordAgain } from "@atrium/settings-page";

/** A name and the password again; then the device asks for a finger, a face or its code. */
export function AddPasskeyDialog({
  address,
  onAdded,
  onClose,
}: {
  readonly address: string;
  readonly onAdded: (passkey: Passkey) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(thisDevice);
  return (
    <PasswordAgain
      title={t("addPasskey")}
      address={address}
      confirmLabel={t("next")}
      onClose={onClose}
      onProof={async (body) => {
        const created = await createPasskey(await rest(api.passkeys.begin, { body }));
        try {
          onAdded(await rest(api.passkeys.add, { body: { name, created } }));
        } catch (error) {
          if (isRefused(error)) forgetPasskey(created.id);
          throw error;
        }
      }}
    >
      <p>{t("addPasskeyMore")}</p>
      <TextField
        label={t("name")}
        hint={t("passkeyNameHint")}
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        maxLength={200}
        pattern=".*\S.*"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </PasswordAgain>
  );
}

/** Whether the server surely has not kept it: then it would let nobody in. */
const isRefused = (error: unknown): boolean =>
  error instanceof RestRefusal && !["unavailable", "serverFail"].includes(error.code);

function thisDevice(): string {
  const { browser, system } = browserName(navigator.userAgent);
  return browser && system ? t("browserOn", { browser, system }) : "";
}
