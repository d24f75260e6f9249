import { PASSWORD_MAX_LENGTH, type SessionInfo } from "@atrium/contract/api/session";
import { passwordHint } from "@atrium/settings-page";
import { PasswordField, TextField } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The part of the user's own address from its `@` on: where new addresses most likely are. */
export const domainOf = ({ address }: SessionInfo): string =>
  address.slice(address.lastIndexOf("@"));

/** What something is called; it has to be called something. */
export function NameField({ value, onChange }: FieldProps): ReactNode {
  return (
    <TextField
      label={t("name")}
      autoComplete="off"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** A password that an administrator gives to a user. */
export function InitialPasswordField({
  label,
  value,
  error,
  onChange,
}: FieldProps & { readonly label: string; readonly error: string | undefined }): ReactNode {
  return (
    <PasswordField
      label={label}
      hint={`${passwordHint()} ${t("initialPasswordHint")}`}
      autoComplete="new-password"
      maxLength={PASSWORD_MAX_LENGTH}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
