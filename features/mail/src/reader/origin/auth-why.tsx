import type { EmailAuthentication } from "@atrium/contract/types/email";
import { Popover } from "@atrium/ui";
import type { ReactNode, RefObject } from "react";
import { r } from "../strings/index.ts";
import type { Outside } from "./origin.ts";
import { o } from "./strings/index.ts";
import "./auth-why.css";

/** What was found out about where a mail comes from, beside its sign. */
export function AuthWhy({
  anchor,
  label,
  origin,
  authentication,
  onClose,
}: {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly origin: Outside;
  readonly authentication: EmailAuthentication;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Popover anchor={anchor} open onClose={onClose} label={label} placement="bottom start">
      <div className="mail-auth-why">
        <strong>{label}</strong>
        <p>{whyOf(origin)}</p>
        <Checks {...authentication} />
      </div>
    </Popover>
  );
}

function whyOf({ kind, domain }: Outside): string {
  if (kind === "verified") return o("verifiedWhy", { domain });
  if (kind === "not-ours") return r("notOursWhy");
  if (kind === "posing") return r("posingWhy");
  return kind === "spoofed" ? r("spoofedWhy") : o("unverifiedWhy", { domain });
}

function Checks({ dmarc, dkim, spf }: EmailAuthentication): ReactNode {
  const best = dkim.find(({ result }) => result === "pass") ?? dkim[0];
  const rows = [
    [o("checkDmarc"), dmarc.result, dmarc.domain],
    [o("checkDkim"), best?.result ?? "none", best?.domain],
    [o("checkSpf"), spf.result, spf.domain],
  ] as const;
  return (
    <dl aria-label={o("checks")}>
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
  if (result === "pass") return o("checkPass");
  if (result === "fail" || result === "softfail" || result === "policy") return o("checkFail");
  return result.endsWith("error") ? o("checkError") : o("checkNone");
}
