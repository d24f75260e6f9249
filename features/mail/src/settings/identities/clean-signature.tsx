import { cleanHtml } from "@atrium/mail-html";
import type { ReactNode } from "react";

/** A formatted signature as it is seen in a mail. Another user may have written it, so it is cleaned first. */
export function CleanSignature({ html }: { readonly html: string }): ReactNode {
  return (
    <div
      className="settings-letter-signature settings-letter-rich"
      dangerouslySetInnerHTML={{ __html: cleanHtml(html) }}
    />
  );
}
