import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart, useVerbs } from "@atrium/shell";
import { UnsubscribeIcon, type MenuEntry } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { r } from "../strings/index.ts";
import { wayOut } from "./way-out.ts";

const UnsubscribeDialog = lazyPart(() =>
  import("./unsubscribe-dialog.tsx").then((module) => module.UnsubscribeDialog),
);

/**
 * The way out of the list that an open conversation comes from: an entry of its menu, a command of the palette, and what
 * asks before. Nothing for mail that names none.
 */
export function useUnsubscribe(emails: readonly EmailRecord[]): {
  readonly entries: readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<EmailRecord>();
  const email = emails.findLast((one) => wayOut(one) !== undefined);
  const look = { label: r("unsubscribe"), icon: <UnsubscribeIcon /> };
  const ask = (): void => setAsked(email);
  useVerbs(
    email
      ? [{ ...look, id: "mail.unsubscribe", group: t("keysAct"), words: "unsubscribe", act: ask }]
      : [],
  );
  const out = asked && wayOut(asked);
  return {
    entries: email ? [{ ...look, id: "unsubscribe", onAct: ask }] : [],
    dialog: asked && out && (
      <UnsubscribeDialog email={asked} out={out} onClose={() => setAsked(undefined)} />
    ),
  };
}
