import { api } from "@atrium/contract/api/index";
import { rest, RestRefusal } from "@atrium/shell";
import { Button, ButtonLink, EmptyState, MailIcon, TextField, useTitle } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { RefusalBanner, refusedBy, useWait, type Refused } from "../auth/refusal.tsx";
import { Unencrypted } from "../auth/unencrypted.tsx";
import { t as common } from "../strings/index.ts";
import { t } from "./strings/index.ts";

/** `/setting/forgot-password`: asks for a link to the recovery address. Whoever asks sees the same. */
export function ForgottenPassword(): ReactNode {
  const [address, setAddress] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [isUnencrypted, setUnencrypted] = useState(false);
  const wait = useWait(refused?.until);
  useTitle(t("title"));

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || wait > 0) return;
    const given = address.trim();
    setMissing(given === "");
    setRefused(undefined);
    if (given === "") return;
    setBusy(true);
    try {
      await rest(api.recovery.ask, { body: { address: given } });
      setSentTo(given);
    } catch (error) {
      if (error instanceof RestRefusal && error.code === "unencrypted") setUnencrypted(true);
      setRefused(refusedBy(error));
    }
    setBusy(false);
  }

  if (isUnencrypted) return <Unencrypted />;
  if (sentTo !== undefined)
    return (
      <AuthPage>
        <EmptyState
          isPage
          icon={<MailIcon />}
          title={t("sent")}
          action={
            <>
              <ButtonLink href="/">{common("toSignIn")}</ButtonLink>
              <Button variant="quiet" onClick={() => setSentTo(undefined)}>
                {t("another")}
              </Button>
            </>
          }
        >
          <p>{t("sentMore", { address: sentTo })}</p>
          <p>{t("noMail")}</p>
        </EmptyState>
      </AuthPage>
    );
  return (
    <AuthPage>
      <h1 className="a-auth-title">{t("title")}</h1>
      <p className="a-auth-lead">{t("lead")}</p>
      <form className="a-auth-form" noValidate onSubmit={(event) => void send(event)}>
        {refused !== undefined && <RefusalBanner refused={refused} wait={wait} />}
        <TextField
          label={common("address")}
          name="username"
          placeholder={common("addressHint")}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
          maxLength={320}
          value={address}
          error={isMissing ? common("addressMissing") : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
          {t("send")}
        </Button>
        <ButtonLink href="/" variant="quiet">
          {common("toSignIn")}
        </ButtonLink>
      </form>
    </AuthPage>
  );
}
