import { api } from "@atrium/contract/api/index";
import { PASSWORD_MAX_LENGTH } from "@atrium/contract/api/session";
import { rest, RestRefusal } from "@atrium/shell";
import { Button, PasswordField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import {
  Group,
  OwnerOfPassword,
  passwordFault,
  passwordHint,
  sentence,
  useSubmit,
} from "@atrium/settings-page";
import { t } from "../strings/index.ts";

/** The form that changes the person's own password. */
export function ChangePassword({ address }: { readonly address: string }): ReactNode {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [wasShort, setWasShort] = useState(false);
  const fault = passwordFault(next);

  const { busy, refusal, submit } = useSubmit(async () => {
    await rest(api.password.change, { body: { current, next } });
    setCurrent("");
    setNext("");
    toast({ severity: "success", message: t("passwordChanged") });
  });

  const wrong = refusal instanceof RestRefusal && refusal.code === "wrongCredentials";
  return (
    <Group title={t("changePassword")}>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          setWasShort(fault !== undefined);
          if (fault === undefined) submit();
        }}
      >
        <OwnerOfPassword address={address} />
        <PasswordField
          label={t("currentPassword")}
          autoComplete="current-password"
          required
          value={current}
          error={wrong ? sentence(refusal) : undefined}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={t("newPassword")}
          autoComplete="new-password"
          hint={passwordHint()}
          maxLength={PASSWORD_MAX_LENGTH}
          value={next}
          error={
            (wasShort ? fault : undefined) ?? (refusal && !wrong ? sentence(refusal) : undefined)
          }
          onChange={(event) => setNext(event.target.value)}
        />
        <Button variant="primary" type="submit" busy={busy}>
          {t("changePassword")}
        </Button>
      </form>
    </Group>
  );
}
