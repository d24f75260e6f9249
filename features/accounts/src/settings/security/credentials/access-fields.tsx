import {
  CREDENTIAL_SCOPES,
  type CredentialAccess,
  type CredentialScope,
} from "@atrium/contract/types/client-credential";
import { Checkbox, Select } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../../strings/index.ts";

const WORDS = {
  all: "scopeAll",
  mail: "scopeMail",
  contacts: "scopeContacts",
  files: "scopeFiles",
} as const satisfies Record<CredentialScope, string>;

/** What a credential opens, in a few words. */
export const accessInWords = ({ scope, isReadOnly }: CredentialAccess): string =>
  isReadOnly ? t("readsOnly", { scope: t(WORDS[scope]) }) : t(WORDS[scope]);

/** Chooses what a credential opens. */
export function AccessFields({
  access,
  onChange,
}: {
  readonly access: CredentialAccess;
  readonly onChange: (access: CredentialAccess) => void;
}): ReactNode {
  const { scope, isReadOnly } = access;
  return (
    <>
      <Select
        label={t("scope")}
        options={CREDENTIAL_SCOPES.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={scope}
        onChange={(value) => onChange({ scope: value, isReadOnly })}
      />
      <Checkbox
        label={t("readOnly")}
        hint={t("readOnlyHint")}
        checked={isReadOnly}
        onChange={(event) => onChange({ scope, isReadOnly: event.target.checked })}
      />
    </>
  );
}
