import { Template } from "@atrium/contract/types/template";
import { textToHtml } from "@atrium/formats/mail-html";
import { SetRefused } from "@atrium/jmap";
import { Checkbox, FormDialog, Select, TextField, toast } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { isAddress } from "../draft/addresses.ts";
import type { Draft } from "../draft/draft.ts";
import { SIGNATURE_CLASS } from "../draft/signature.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { loadTemplates, type TemplateGroup } from "./load-templates.ts";
import { m } from "./strings/index.ts";

/** Keeps what is written as a template, without signature, quotation and pictures, which belong to one message. */
export function SaveTemplate({
  draftSession,
  onClose,
}: {
  readonly draftSession: DraftSession;
  readonly onClose: () => void;
}): ReactNode {
  const { client, draft } = draftSession;
  const [name, setName] = useState(draft.subject.trim().slice(0, 80));
  const [accountId, setAccountId] = useState(draft.accountId);
  const [groups, setGroups] = useState<readonly TemplateGroup[]>([]);
  const [hasRecipients, setHasRecipients] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    loadTemplates(client, draft.accountId).then(
      (found) => {
        const writable = found.filter(({ isReadOnly }) => !isReadOnly);
        setGroups(writable);
        if (writable[0]) setAccountId(writable[0].account.id);
        return undefined;
      },
      () => undefined,
    );
  }, [client, draft.accountId]);
  const to = draft.to.filter(({ email }) => isAddress(email));

  const save = async (): Promise<void> => {
    if (name.trim() === "") {
      setError(m("nameNeeded"));
      return;
    }
    setBusy(true);
    const others = groups.find(({ account }) => account.id === accountId)?.templates ?? [];
    try {
      await client.account(accountId).create(Template, {
        name: name.trim(),
        subject: draft.subject.trim(),
        htmlBody: bodyOf(draft),
        to: hasRecipients && to.length > 0 ? to : null,
        sortOrder: Math.max(-1, ...others.map(({ sortOrder }) => sortOrder)) + 1,
      });
      toast({ message: m("saved"), severity: "success" });
      onClose();
    } catch (failure) {
      setError(m(whyNot(failure)));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={m("saveTitle")}
      confirmLabel={m("save")}
      busy={isBusy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={m("name")}
        hint={m("nameHint")}
        error={error}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      {groups.length > 1 && (
        <Select
          label={m("account")}
          value={accountId}
          onChange={setAccountId}
          options={groups.map(({ account, title }) => ({ value: account.id, label: title }))}
        />
      )}
      {to.length > 0 && (
        <Checkbox
          label={m("withRecipients")}
          checked={hasRecipients}
          onChange={({ target }) => setHasRecipients(target.checked)}
        />
      )}
    </FormDialog>
  );
}

function bodyOf({ mode, body }: Draft): string {
  if (mode === "plain") return textToHtml(body.split("\n-- \n")[0]!.trimEnd());
  const page = new DOMParser().parseFromString(body, "text/html");
  for (const one of page.querySelectorAll(`.${SIGNATURE_CLASS}, img[src^="cid:"]`)) one.remove();
  // The empty lines that stood before the signature.
  while (page.body.lastElementChild?.textContent.trim() === "" && page.body.childElementCount > 1)
    page.body.lastElementChild.remove();
  return page.body.innerHTML;
}

function whyNot(error: unknown): "tooMany" | "tooLong" | "notSaved" {
  const refused = error instanceof SetRefused ? Object.values(error.refused) : [];
  if (refused.some(({ type }) => type === "overQuota")) return "tooMany";
  return refused.some(({ properties }) => properties?.includes("htmlBody"))
    ? "tooLong"
    : "notSaved";
}
