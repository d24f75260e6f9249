import type { ReactNode } from "react";

/** Says to password managers whose password a form is about; nobody sees it. */
export function OwnerOfPassword({ address }: { readonly address: string }): ReactNode {
  return <input hidden type="text" autoComplete="username" value={address} readOnly />;
}
