import { api } from "@atrium/contract/api/index";
import type { SessionInfo, SignIn as SignInBody } from "@atrium/contract/api/session";
import { adoptSession, rest } from "@atrium/shell";
import { Button, PasskeyIcon, PasswordField, TextField } from "@atrium/ui";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { RefusalBanner, refusedBy, useWait, type Refused } from "../auth/refusal.tsx";
import { textOf } from "../auth/text-of.ts";
import { t } from "../strings/index.ts";
import { CodeForm } from "./code-form.tsx";
import { usePasskey } from "./use-passkey.ts";

/**
 * Address and password. The fields keep their own values, so that password managers and the browser
 * may fill them in at any time.
 */
export function SignInForm({
  person,
  children,
}: {
  /** Given when it is known who signs in, and nobody else may. */
  readonly person?: Pick<SessionInfo, "personId" | "address">;
  /** Another way, below the button. */
  readonly children?: ReactNode;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [missing, setMissing] = useState<"address" | "password">();
  const form = useRef<HTMLFormElement>(null);
  const wait = useWait(refused?.until);
  /** What was right and needs a code besides. */
  const [passed, setPassed] = useState<SignInBody>();
  const passkey = usePasskey({
    personId: person?.personId,
    inField: passed === undefined,
    onRefused: setRefused,
  });
  const passkeyButton = useRef<HTMLButtonElement>(null);
  const needsPasskey = refused?.code === "passkeyRequired";
  useEffect(() => {
    if (needsPasskey) passkeyButton.current?.focus();
  }, [needsPasskey]);

  const focus = (name: string): void => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  };

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0) return;
    const given = new FormData(event.currentTarget);
    const body = {
      address: textOf(given, "username").trim(),
      password: textOf(given, "password"),
    };
    const empty = body.address === "" ? "address" : body.password === "" ? "password" : undefined;
    setMissing(empty);
    if (empty !== undefined) {
      focus(empty === "address" ? "username" : "password");
      return;
    }
    setBusy(true);
    setRefused(undefined);
    try {
      adoptSession(await rest(api.session.signIn, { body }));
    } catch (error) {
      const why = refusedBy(error);
      if (why.code === "secondFactorRequired") setPassed(body);
      else setRefused(why);
      if (why.code === "wrongCredentials") focus("password");
      setBusy(false);
    }
  };

  if (passed !== undefined)
    return (
      <CodeForm passed={passed} personId={person?.personId} onBack={() => setPassed(undefined)} />
    );
  return (
    <form className="a-auth-form" ref={form} noValidate onSubmit={(event) => void send(event)}>
      {refused !== undefined && <RefusalBanner refused={refused} wait={wait} />}
      <TextField
        label={t("address")}
        name="username"
        defaultValue={person?.address}
        readOnly={person !== undefined}
        placeholder={person === undefined ? t("addressHint") : undefined}
        autoComplete="username webauthn"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={person === undefined}
        required
        error={missing === "address" ? t("addressMissing") : undefined}
      />
      <PasswordField
        label={t("password")}
        name="password"
        autoComplete="current-password"
        autoFocus={person !== undefined}
        required
        error={missing === "password" ? t("passwordMissing") : undefined}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
        {t("signIn")}
      </Button>
      {passkey.isOffered && (
        <Button
          ref={passkeyButton}
          size="large"
          icon={<PasskeyIcon />}
          busy={passkey.busy}
          disabled={busy || wait > 0}
          onClick={() => void passkey.signIn()}
        >
          {t("passkeySignIn")}
        </Button>
      )}
      {children}
    </form>
  );
}
