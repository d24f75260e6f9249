import { api } from "@atrium/contract/api/index";
import { PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { locale } from "@atrium/i18n";
import { adoptSession, navigate, rest } from "@atrium/shell";
import { Banner, Button, Link, PasswordField, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { RefusalBanner, refusedBy, useWait, type Refused } from "../auth/refusal.tsx";
import { t as common } from "../strings/index.ts";
import { t } from "./strings/index.ts";

/** Sets the password; afterwards the window goes on as whom it is for. */
export function InvitationForm({
  token,
  address,
  onClosed,
}: {
  readonly token: string;
  readonly address: string;
  /** The link was used in another window meanwhile, or replaced. */
  readonly onClosed: () => void;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [wantsCode, setWantsCode] = useState(false);
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<Refused>();
  const wait = useWait(refused?.until);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || wait > 0) return;
    const isShort = Array.from(password.normalize("NFKC")).length < PASSWORD_MIN_LENGTH;
    setError(isShort ? common("passwordShort", { least: PASSWORD_MIN_LENGTH }) : undefined);
    setRefused(undefined);
    if (isShort) return;
    setBusy(true);
    try {
      const given = {
        token,
        password,
        locale: locale(),
        ...(code.trim() !== "" && { code: code.trim() }),
      };
      adoptSession(await rest(api.invitation.accept, { body: given }));
      navigate("/");
    } catch (thrown) {
      const why = refusedBy(thrown);
      if (why.code === "weakPassword") setError(common("weakPassword"));
      else if (why.code === "secondFactorRequired") setWantsCode(true);
      else if (why.code === "forbidden") onClosed();
      else setRefused(why);
      setBusy(false);
    }
  }

  return (
    <form className="a-auth-form" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        label={t("yourAddress")}
        name="username"
        autoComplete="username"
        readOnly
        value={address}
      />
      <PasswordField
        label={common("password")}
        name="password"
        hint={common("passwordRule", { least: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        autoFocus
        error={error}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {wantsCode && (
        <TextField
          label={t("code")}
          hint={t("codeHint")}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {refused?.code === "passkeyRequired" && (
        <Banner severity="info" title={common("passkeyRequired")}>
          {t("passkeyInstead")} <Link href="/">{common("toSignIn")}</Link>
        </Banner>
      )}
      {refused !== undefined && refused.code !== "passkeyRequired" && (
        <RefusalBanner refused={refused} wait={wait} />
      )}
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
        {t("send")}
      </Button>
    </form>
  );
}
