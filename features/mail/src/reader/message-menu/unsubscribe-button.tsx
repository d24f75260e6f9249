import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart } from "@atrium/shell";
import { useState, type ReactNode } from "react";
import { r } from "../strings/index.ts";
import { wayOut } from "./way-out.ts";

const UnsubscribeDialog = lazyPart(() =>
  import("./unsubscribe-dialog.tsx").then((module) => module.UnsubscribeDialog),
);

/** The way out of a list, beside who sends it. Nothing for mail that names none. */
export function UnsubscribeButton({ email }: { readonly email: EmailRecord }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const out = wayOut(email);
  if (!out) return null;
  return (
    <>
      <button type="button" className="mail-head-leave" onClick={() => setAsking(true)}>
        {r("unsubscribe")}
      </button>
      {isAsking && <UnsubscribeDialog email={email} out={out} onClose={() => setAsking(false)} />}
    </>
  );
}
