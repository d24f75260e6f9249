import {
  QUICK_STEP_KEYS,
  type QuickStepCreate,
  type QuickStepRecord,
} from "@atrium/contract/types/quick-step";

/** A quick step as its fields have it; an empty text leaves that alone. */
export interface StepFields {
  readonly name: string;
  readonly read: "" | "read" | "unread";
  readonly star: "" | "on" | "off";
  /** The label's keyword. */
  readonly label: string;
  /** `role:archive`, `role:trash`, or `id:` and the folder's id. */
  readonly goesTo: string;
  readonly key: string;
}

export const NEW_STEP: StepFields = {
  name: "",
  read: "",
  star: "",
  label: "",
  goesTo: "",
  key: "",
};

export const fieldsOf = (step: QuickStepRecord): StepFields => ({
  name: step.name,
  read: step.isRead === null ? "" : step.isRead ? "read" : "unread",
  star: step.isStarred === null ? "" : step.isStarred ? "on" : "off",
  label: step.keyword ?? "",
  goesTo:
    step.mailboxId !== null
      ? `id:${step.mailboxId}`
      : step.toRole === null
        ? ""
        : `role:${step.toRole}`,
  key: step.key ?? "",
});

/** The record that fields describe; `undefined` where it would do nothing. */
export function stepOf(fields: StepFields): QuickStepCreate | undefined {
  const { name, read, star, label, goesTo, key } = fields;
  if ([read, star, label, goesTo].every((value) => value === "")) return undefined;
  return {
    name: name.trim(),
    isRead: read === "" ? null : read === "read",
    isStarred: star === "" ? null : star === "on",
    keyword: label === "" ? null : label,
    toRole: goesTo === "role:archive" ? "archive" : goesTo === "role:trash" ? "trash" : null,
    mailboxId: goesTo.startsWith("id:") ? goesTo.slice("id:".length) : null,
    key: QUICK_STEP_KEYS.find((one) => one === key) ?? null,
  };
}
