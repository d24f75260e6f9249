import type { ReactNode } from "react";
import { Section } from "../section.tsx";
import { t } from "../strings/index.ts";
import { ChangePassword } from "./change-password.tsx";
import { Sessions } from "./sessions.tsx";

/** `/setting/security`. */
export function Security(): ReactNode {
  return (
    <Section title={t("security")}>
      <ChangePassword />
      <Sessions />
    </Section>
  );
}
