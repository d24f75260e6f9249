import { useClient } from "@atrium/feature-suite/parts";
import { Answered } from "@atrium/settings-page";
import { Button, TextArea, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { refusalOfRules } from "../../rules/rule-sentence.ts";
import { faultOfText, replaceText, ScriptChanged, type ActiveScript } from "../../rules/script.ts";
import { t } from "../../rules/strings/index.ts";
import { useRules } from "../../rules/use-rules.ts";
import { useDraft } from "../mail-accounts/draft.ts";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";

/** The whole script as text, checked before it is saved. */
export function ScriptText({ mail }: { readonly mail: MailAccount }): ReactNode {
  const { answer, reload, show } = useRules(mail.account.id);
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(script) => <TextForm mail={mail} script={script} onSaved={show} />}
    </Answered>
  );
}

interface Typed {
  /** The script that was there when typing began. */
  readonly before: string;
  readonly text: string;
}

function TextForm({
  mail: { account, isReadOnly },
  script,
  onSaved,
}: {
  readonly mail: MailAccount;
  readonly script: ActiveScript;
  readonly onSaved: (script: ActiveScript) => void;
}): ReactNode {
  const client = useClient();
  const { draft, setDraft, dropSaved } = useDraft<Typed>(`script ${account.id}`);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { before, text } = draft ?? { before: script.text, text: shownText(script.text) };
  const isOutdated = draft !== undefined && before !== script.text;
  async function save(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      // Fields have line feeds alone.
      const written = text.replaceAll("\n", "\r\n");
      const fault = await faultOfText(client, account.id, written);
      if (fault === null) {
        const saved = await replaceText(client, account.id, before, written);
        onSaved(saved);
        dropSaved(draft);
        toast({ severity: "success", message: t("scriptSaved") });
      } else setError(fault);
    } catch (failure) {
      setError(failure instanceof ScriptChanged ? t("scriptChanged") : refusalOfRules(failure));
    }
    setBusy(false);
  }
  const discard = (): void => {
    setDraft(undefined);
    setError(undefined);
  };
  return (
    <form
      className="mail-script"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        label={t("script")}
        hideLabel
        rows={24}
        spellCheck={false}
        autoComplete="off"
        readOnly={isReadOnly}
        value={text}
        error={error ?? (isOutdated ? t("scriptChanged") : undefined)}
        onChange={(event) => {
          const typed = event.target.value;
          setError(undefined);
          setDraft(
            typed === shownText(script.text) && !isOutdated ? undefined : { before, text: typed },
          );
        }}
      />
      {isReadOnly ? (
        <p className="settings-quiet">{t("onlyRead")}</p>
      ) : (
        <div className="settings-acts">
          <Button
            variant="primary"
            type="submit"
            busy={isBusy}
            disabled={draft === undefined || isOutdated}
          >
            {t("saveScript")}
          </Button>
          {draft !== undefined && (
            <Button onClick={discard}>{t(isOutdated ? "reload" : "discard")}</Button>
          )}
        </div>
      )}
    </form>
  );
}

const shownText = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
