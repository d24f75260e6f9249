import { api } from "@atrium/contract/api/index";
import type { SignIn } from "@atrium/contract/api/session";
import { adoptSession, rest } from "@atrium/shell";
import { Button, TextField } from "@atrium/ui";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { RefusalBanner, refusedBy, useWait, type Refused } from "../auth/refusal.tsx";
import { textOf } from "../auth/text-of.ts";
import { t } from "../strings/index.ts";
import { usePasskey } from "./use-passkey.ts";

/** The second step of signing in, after address and password were right. */
export function CodeForm({
  passed,
  personId,
  onBack,
}: {
  readonly passed: SignIn;
  /** Who signs in, where that is known. */
  readonly personId: string | undefined;
  readonly onBack: () => void;
}): ReactNode {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useWait(refused?.until);
  const passkey = usePasskey({ personId, inField: false, onRefused: setRefused });

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0) return;
    const code = textOf(new FormData(event.currentTarget), "code").trim();
    setMissing(code === "");
    if (code === "") {
      field.current?.focus();
      return;
    }
    setBusy(true);
    setRefused(undefined);
    try {
      adoptSession(await rest(api.session.signIn, { body: { ...passed, code } }));
    } catch (error) {
      setRefused(refusedBy(error));
      field.current?.select();
      setBusy(false);
    }
  };

  return (
    <form className="a-auth-form" noValidate onSubmit={(event) => void send(event)}>
      <p>{t("codeLead", { address: passed.address })}</p>
      {refused !== undefined && <RefusalBanner refused={refused} wait={wait} />}
      <TextField
        ref={field}
        label={t("code")}
        name="code"
        hint={t("codeHint")}
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        required
        error={isMissing ? t("codeMissing") : undefined}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
        {t("signIn")}
      </Button>
      {passkey.isOffered && (
        <Button
          variant="quiet"
          busy={passkey.busy}
          disabled={busy || wait > 0}
          onClick={() => void passkey.signIn()}
        >
          {t("passkeyInstead")}
        </Button>
      )}
      <Button variant="quiet" onClick={onBack}>
        {t("back")}
      </Button>
    </form>
  );
}
