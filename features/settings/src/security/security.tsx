import type { SessionInfo } from "@atrium/contract/api/session";
import { useState, type ReactNode } from "react";
import { Section } from "../section.tsx";
import { t } from "../strings/index.ts";
import { ChangePassword } from "./change-password.tsx";
import { Sessions } from "./sessions.tsx";

/** `/setting/security`. */
export function Security({ session }: { readonly session: SessionInfo }): ReactNode {
  const [changes, setChanges] = useState(0);
  return (
    <Section title={t("security")}>
      <ChangePassword
        address={session.address}
        onChanged={() => setChanges((count) => count + 1)}
      />
      {/* A new password ends the other sessions, so the list is read anew. */}
      <Sessions key={changes} />
    </Section>
  );
}
