import type { EmailAuthentication, EmailRecord } from "@atrium/contract/types/email";
import { HelpIcon, Popover, SecurityIcon, Tooltip, WarningIcon } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { r } from "../strings/index.ts";
import { originOf, type Origin } from "./origin.ts";

const SIGNS = {
  verified: SecurityIcon,
  unverified: HelpIcon,
  spoofed: WarningIcon,
  "not-ours": WarningIcon,
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
      <Popover
        anchor={button}
        open={isOpen}
        onClose={() => setOpen(false)}
        label={label}
        placement="bottom start"
      >
        <div className="mail-auth-why">
          <strong>{label}</strong>
          <p>{whyOf(origin)}</p>
          <Checks {...authentication} />
        </div>
      </Popover>
    </>
  );
}

type Outside = Exclude<Origin, { readonly kind: "inside" }>;

function labelOf({ kind, domain }: Outside): string {
  if (kind === "verified") return r("verified", { domain });
  if (kind === "not-ours") return r("notOurs", { domain });
  return kind === "spoofed" ? r("spoofed", { domain }) : r("unverified");
}

function whyOf({ kind, domain }: Outside): string {
  if (kind === "verified") return r("verifiedWhy", { domain });
  if (kind === "not-ours") return r("notOursWhy");
  return kind === "spoofed" ? r("spoofedWhy") : r("unverifiedWhy", { domain });
}

function Checks({ dmarc, dkim, spf }: EmailAuthentication): ReactNode {
  const best = dkim.find(({ result }) => result === "pass") ?? dkim[0];
  const rows = [
    [r("checkDmarc"), dmarc.result, dmarc.domain],
    [r("checkDkim"), best?.result ?? "none", best?.domain],
    [r("checkSpf"), spf.result, spf.domain],
  ] as const;
  return (
    <dl aria-label={r("checks")}>
      {rows.map(([name, result, domain]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {wordOf(result)}
            {domain && <bdi> · {domain}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function wordOf(result: string): string {
  if (result === "pass") return r("checkPass");
  if (result === "fail" || result === "softfail" || result === "policy") return r("checkFail");
  return result.endsWith("error") ? r("checkError") : r("checkNone");
}
