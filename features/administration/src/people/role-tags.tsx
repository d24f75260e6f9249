import type { PersonRecord } from "@atrium/contract/types/person";
import { namesIn } from "@atrium/contract/types/set";
import { roleName } from "@atrium/feature-accounts/parts";
import { Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** What somebody is besides a member. */
export const RoleTags = ({
  person: { roles, isDisabled, isRemoved },
}: {
  readonly person: Pick<PersonRecord, "roles" | "isDisabled" | "isRemoved">;
}): ReactNode => (
  <>
    {isRemoved && <Tag tone="danger">{t("removed")}</Tag>}
    {isDisabled && !isRemoved && <Tag tone="warning">{t("disabled")}</Tag>}
    {namesIn(roles)
      .filter((role) => role !== "member")
      .map((role) => (
        <Tag key={role}>{roleName(role)}</Tag>
      ))}
  </>
);
