import { TextField } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { browserName } from "../browser-name.ts";

/** What the person calls a passkey. */
export function PasskeyNameField({
  name,
  error,
  onChange,
}: {
  readonly name: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}): ReactNode {
  return (
    <TextField
      label={t("name")}
      hint={t("passkeyNameHint")}
      autoComplete="off"
      maxLength={200}
      pattern=".*\S.*"
      required
      value={name}
      error={error}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What a passkey of this device may be called. */
export function thisDevice(): string {
  const { browser, system } = browserName(navigator.userAgent);
  return browser && system ? t("browserOn", { browser, system }) : "";
}
