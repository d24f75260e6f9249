import { POLICY_REASON_MAX_LENGTH, type PoliciesRecord } from "@atrium/contract/types/policies";
import { TextArea } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** What is asked for and not yet saved. */
export type Draft = Partial<Omit<PoliciesRecord, "id">>;

/** What one policy's part of the form works with. */
export interface PolicyPart {
  /** As they are on the server, with what is not yet saved. */
  readonly policies: PoliciesRecord;
  readonly change: (draft: Draft) => void;
}

/** Why, in the organisation's words. */
export function Reason({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <TextArea
      label={t("reason")}
      hint={t("reasonHint")}
      rows={2}
      maxLength={POLICY_REASON_MAX_LENGTH}
      value={value}
      // It is one paragraph.
      onChange={({ target }) => onChange(target.value.replaceAll(/\p{Cc}+/gu, " "))}
    />
  );
}
