import { useClient } from "@atrium/feature-suite/parts";
import type { Account } from "@atrium/jmap";
import { proven, sentence, useSubmit } from "@atrium/settings-page";
import { FormDialog, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { keepPasskey } from "./keep-passkey.ts";
import { PasskeyNameField, thisDevice } from "./name-field.tsx";

/** A name; then the device asks for a finger, a face or its code. */
export function AddPasskeyDialog({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}): ReactNode {
  const client = useClient();
  const [name, setName] = useState(thisDevice);
  const { busy, refusal, submit } = useSubmit(async () => {
    const accountId = account.id;
    const { creation } = await proven(() => client.call("Passkey/begin", { accountId }));
    await keepPasskey(creation, (created) =>
      proven(() => client.call("Passkey/add", { accountId, name, created })),
    );
    account.sync().catch(() => undefined);
    toast({ severity: "success", message: t("passkeyAdded", { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t("addPasskey")}
      confirmLabel={t("next")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("addPasskeyMore")}</p>
      <PasskeyNameField
        name={name}
        error={refusal === undefined ? undefined : sentence(refusal)}
        onChange={setName}
      />
    </FormDialog>
  );
}
