import type { ReactNode } from "react";

/** An address in one piece; only one that is longer than the line breaks, and then after its @ first. */
export function Address({ email }: { readonly email: string }): ReactNode {
  const domain = email.lastIndexOf("@") + 1;
  return (
    <span className="mail-address">
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </span>
  );
}
