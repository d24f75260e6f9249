import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart } from "@atrium/shell";
import { HelpIcon, SecurityIcon, Tooltip, WarningIcon } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { r } from "../strings/index.ts";
import { originOf, type Outside } from "./origin.ts";

const AuthWhy = lazyPart(() => import("./auth-why.tsx").then((module) => module.AuthWhy));

const SIGNS = {
  verified: SecurityIcon,
  unverified: HelpIcon,
  spoofed: WarningIcon,
  "not-ours": WarningIcon,
  posing: WarningIcon,
};

/** Whether the sender is who the mail says: a quiet sign, and what was checked behind it. */
export function AuthBadge({ email }: { readonly email: EmailRecord }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { authentication } = email;
  const origin = originOf(email);
  if (!authentication || origin.kind === "inside") return null;
  const Sign = SIGNS[origin.kind];
  const label = labelOf(origin);
  return (
    <>
      <Tooltip text={label} names>
        <button
          ref={button}
          type="button"
          className="mail-auth"
          data-kind={origin.kind}
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Sign />
        </button>
      </Tooltip>
      {isOpen && (
        <AuthWhy
          anchor={button}
          label={label}
          origin={origin}
          authentication={authentication}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function labelOf(origin: Outside): string {
  if (origin.kind === "posing") return r("posing", { shown: origin.shown });
  const { kind, domain } = origin;
  if (kind === "verified") return r("verified", { domain });
  if (kind === "not-ours") return r("notOurs", { domain });
  return kind === "spoofed" ? r("spoofed", { domain }) : r("unverified");
}
