import type { PatchObject } from "@atrium/contract/types/wire";
import { Button, offerUndo, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { useDraft } from "./draft.ts";
import { mailSentence } from "./use-mail.ts";

/** A form over a record that a mail account has. */
export interface RecordForm<T> {
  /** What stands in the fields. */
  readonly typed: T;
  readonly isChanged: boolean;
  readonly change: (patch: Partial<T>) => void;
  readonly discard: () => void;
  /** Saves, says so, and offers to take it back, which is what `before` does. */
  readonly save: (patch: PatchObject, before: PatchObject, said: string) => Promise<void>;
  readonly busy: boolean;
  readonly refusal: string | undefined;
}

/** @param kept what the record says, as the fields have it. */
export function useRecordForm<T extends object>(
  key: string,
  kept: T,
  send: (patch: PatchObject) => Promise<unknown>,
): RecordForm<T> {
  const { draft, setDraft, dropSaved } = useDraft<T>(key);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const typed = draft ?? kept;
  const undo = (before: PatchObject): void => {
    send(before).catch((error: unknown) =>
      toast({ severity: "danger", message: mailSentence(error) }),
    );
  };
  return {
    typed,
    isChanged: draft !== undefined,
    busy,
    refusal,
    change(patch) {
      const next = { ...typed, ...patch };
      setRefusal(undefined);
      setDraft(JSON.stringify(next) === JSON.stringify(kept) ? undefined : next);
    },
    discard() {
      setRefusal(undefined);
      setDraft(undefined);
    },
    async save(patch, before, said) {
      setBusy(true);
      try {
        await send(patch);
        dropSaved(draft);
        offerUndo({ severity: "success", message: said, onUndo: () => undo(before) });
      } catch (error) {
        setRefusal(mailSentence(error));
      } finally {
        setBusy(false);
      }
    },
  };
}

/** What the form was refused for, and its buttons. */
export function FormFoot({
  form: { isChanged, busy, refusal, discard },
}: {
  readonly form: Pick<RecordForm<object>, "isChanged" | "busy" | "refusal" | "discard">;
}): ReactNode {
  return (
    <>
      {refusal !== undefined && (
        <p className="settings-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="settings-acts">
        <Button variant="primary" type="submit" busy={busy} disabled={!isChanged}>
          {t("save")}
        </Button>
        {isChanged && <Button onClick={discard}>{t("discard")}</Button>}
      </div>
    </>
  );
}
