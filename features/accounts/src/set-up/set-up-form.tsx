import { api } from "@atrium/contract/api/index";
import { PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { adoptSession, navigate, rest } from "@atrium/shell";
import { Button, PasswordField, TextField } from "@atrium/ui";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { RefusalBanner, refusedBy, useWait, type Refused } from "../auth/refusal.tsx";
import { textOf } from "../auth/text-of.ts";
import { t } from "../strings/index.ts";
import { checkSetUp, type SetUpErrors } from "./check.ts";

const EXAMPLE = "example.org";

/** Sends the set-up; afterwards the window goes on as the first administrator. */
export function SetUpForm({ token }: { readonly token: string }): ReactNode {
  const [busy, setBusy] = useState(false);
  const [domain, setDomain] = useState("");
  const [errors, setErrors] = useState<SetUpErrors>({});
  const [refused, setRefused] = useState<Refused>();
  const form = useRef<HTMLFormElement>(null);
  const wait = useWait(refused?.until);

  const show = (found: SetUpErrors): void => {
    setErrors(found);
    const first = [...(form.current?.elements ?? [])].find(
      (field) => field instanceof HTMLInputElement && field.name in found,
    );
    if (first instanceof HTMLInputElement) first.focus();
  };

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0) return;
    const given = new FormData(event.currentTarget);
    const read = (name: string): string => textOf(given, name).trim();
    const body = {
      organisation: read("organisation"),
      domain: read("domain").toLowerCase(),
      name: read("name"),
      localPart: read("localPart").toLowerCase(),
      password: textOf(given, "password"),
    };
    const found = checkSetUp(body);
    show(found);
    setRefused(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      adoptSession(await rest(api.setUp.complete, { body: { ...body, token } }));
      navigate("/");
    } catch (error) {
      const why = refusedBy(error);
      if (why.code === "weakPassword") show({ password: t("weakPassword") });
      // The link was used in another window meanwhile: asking again shows so.
      else if (why.code === "setUpDone" || why.code === "forbidden") location.reload();
      else setRefused(why);
      setBusy(false);
    }
  };

  return (
    <form className="a-auth-form" ref={form} noValidate onSubmit={(event) => void send(event)}>
      <fieldset className="a-auth-group">
        <legend>{t("yourOrganisation")}</legend>
        <TextField
          label={t("organisation")}
          name="organisation"
          hint={t("organisationHint")}
          autoComplete="organization"
          autoFocus
          error={errors.organisation}
        />
        <TextField
          label={t("domain")}
          name="domain"
          hint={t("domainHint")}
          placeholder={t("domainPlaceholder")}
          autoComplete="off"
          autoCapitalize="none"
          inputMode="url"
          spellCheck={false}
          error={errors.domain}
          onChange={(event) => setDomain(event.target.value.trim().toLowerCase())}
        />
      </fieldset>
      <fieldset className="a-auth-group">
        <legend>{t("firstAdministrator")}</legend>
        <TextField label={t("name")} name="name" autoComplete="name" error={errors.name} />
        <TextField
          label={t("localPart")}
          name="localPart"
          suffix={<span className="a-auth-suffix">@{domain === "" ? EXAMPLE : domain}</span>}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.localPart}
        />
        <PasswordField
          label={t("password")}
          name="password"
          hint={t("passwordRule", { least: PASSWORD_MIN_LENGTH })}
          autoComplete="new-password"
          error={errors.password}
        />
      </fieldset>
      {refused !== undefined && <RefusalBanner refused={refused} wait={wait} />}
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={wait > 0}>
        {t("createOrganisation")}
      </Button>
    </form>
  );
}
