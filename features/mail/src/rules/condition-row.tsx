import { CloseIcon, IconButton, Select, TextArea, TextField } from "@atrium/ui";
import type { ReactNode } from "react";
import { COMPARISONS, type Comparison, type ConditionDraft, type DraftFaults } from "./draft.ts";
import { t } from "./strings/index.ts";

type Fault = DraftFaults["conditions"] extends ReadonlyMap<number, infer F> ? F : never;

const KINDS = {
  from: "onFrom",
  to: "onTo",
  subject: "onSubject",
  list: "onList",
  body: "onBody",
  attachment: "onAttachment",
  size: "onSize",
  header: "onHeader",
} as const;

const FAULTS = {
  empty: "valueMissing",
  value: "valueWrong",
  header: "headerWrong",
  size: "sizeWrong",
  address: "addressWrong",
  domain: "domainWrong",
} as const satisfies Readonly<Record<Fault, Parameters<typeof t>[0]>>;

/** One condition: what is compared, how, and with what. */
export function ConditionRow({
  number,
  condition,
  fault,
  onChange,
  onRemove,
}: {
  /** From 1. */
  readonly number: number;
  readonly condition: ConditionDraft;
  readonly fault: Fault | undefined;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { on, how, isNot, text, header } = condition;
  const error = fault && t(FAULTS[fault]);
  const atHeader = fault === "header";
  const comparisons = COMPARISONS[on].flatMap((one) => [one, `${one} not`] as const);
  return (
    <div className="mail-rule-row" role="group" aria-label={t("condition", { number })}>
      <Select<ConditionDraft["on"]>
        label={t("condition", { number })}
        hideLabel
        value={on}
        onChange={(next) =>
          onChange({
            ...condition,
            on: next,
            // Addresses are compared in the same ways; anything else begins with its usual one.
            how: isAddress(next) && isAddress(on) ? how : COMPARISONS[next][0],
            // What was typed as a size is nothing to look for, and the other way round.
            text: (next === "size") === (on === "size") ? text : "",
          })
        }
        options={Object.entries(KINDS).map(([value, key]) => ({
          value: value as ConditionDraft["on"],
          label: t(key),
        }))}
      />
      {on === "header" && (
        <TextField
          label={t("headerName", { number })}
          hideLabel
          placeholder="X-Priority"
          autoComplete="off"
          spellCheck={false}
          value={header}
          error={atHeader ? error : undefined}
          onChange={(event) => onChange({ ...condition, header: event.target.value })}
        />
      )}
      <Select
        label={t("comparison", { number })}
        hideLabel
        value={isNot ? `${how} not` : how}
        onChange={(next) =>
          onChange({
            ...condition,
            how: next.replace(" not", "") as Comparison,
            isNot: next.endsWith(" not"),
          })
        }
        options={comparisons.map((value) => ({ value, label: wordsFor(on, value) }))}
      />
      {on === "size" && (
        <TextField
          className="mail-rule-value"
          label={t("value", { number })}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          suffix={t("megabytes")}
          value={text}
          error={error}
          onChange={(event) => onChange({ ...condition, text: event.target.value })}
        />
      )}
      {on !== "size" && on !== "attachment" && (
        <TextArea
          className="mail-rule-value"
          label={t("value", { number })}
          hideLabel
          rows={Math.min(text.split("\n").length, MAX_ROWS)}
          autoComplete="off"
          spellCheck={false}
          placeholder={exampleFor(on, how)}
          value={text}
          error={atHeader ? undefined : error}
          onChange={(event) => onChange({ ...condition, text: event.target.value })}
        />
      )}
      <IconButton
        label={t("removeCondition", { number })}
        icon={<CloseIcon />}
        size="small"
        className="mail-rule-remove"
        onClick={onRemove}
      />
    </div>
  );
}

const isAddress = (on: ConditionDraft["on"]): boolean => on === "from" || on === "to";

/** Lines of a field before it scrolls. */
const MAX_ROWS = 8;

function wordsFor(on: ConditionDraft["on"], value: Comparison | `${Comparison} not`): string {
  const isNot = value.endsWith(" not");
  const how = value.replace(" not", "") as Comparison;
  if (how === "domain" && on === "to") return t(isNot ? "domainToNot" : "domainTo");
  return t(isNot ? NOT[how] : how);
}

const NOT = {
  contains: "containsNot",
  is: "isNot",
  domain: "domainNot",
  over: "overNot",
  under: "underNot",
  has: "hasNot",
} as const;

function exampleFor(on: ConditionDraft["on"], how: Comparison): string | undefined {
  if (on !== "from" && on !== "to") return undefined;
  if (how === "contains") return undefined;
  return how === "domain" ? "example.org" : "name@example.org";
}
