import { api } from "@atrium/contract/api/index";
import { PasswordAgain } from "@atrium/settings-page";
import { rest } from "@atrium/shell";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { keepPasskey } from "./keep-passkey.ts";
import { PasskeyNameField, thisDevice } from "./name-field.tsx";

/** The same for who is asked for a second factor and reaches nothing else yet: a name, and the password again. */
export function SetUpPasskeyDialog({
  address,
  onAdded,
  onClose,
}: {
  readonly address: string;
  readonly onAdded: () => void;
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
        const creation = await rest(api.secondFactor.beginPasskey, { body });
        await keepPasskey(creation, (created) =>
          rest(api.secondFactor.addPasskey, { body: { name, created } }),
        );
        onAdded();
      }}
    >
      <p>{t("addPasskeyMore")}</p>
      <PasskeyNameField name={name} onChange={setName} />
    </PasswordAgain>
  );
}
