import type { Action, Condition, Rule } from "@atrium/formats/sieve-rules";
import { formatBytes, particle } from "@atrium/i18n";
import type { RuleNames, TextCondition } from "./sentence.ts";

export function koreanSentence({ match, conditions, actions }: Rule, names: RuleNames): string {
  const stems = conditions.map(stemOf);
  const last = stems.pop();
  const link = match === "all" ? "고" : "거나";
  const when =
    last === undefined
      ? ["메일이 오면"]
      : [...stems.map((stem) => `${stem}${link}`), `${last}${endsOpen(last) ? "" : "으"}면`];
  const deeds = actions.map((action) => deed(action, names));
  const what = deeds.map(([linked, final], at) => (at === deeds.length - 1 ? final : linked));
  return `${[...when, ...what].join(" ")}.`;
}

/** Whether the last syllable has no final consonant (Unicode 3.12). */
const endsOpen = (stem: string): boolean =>
  (stem.codePointAt(stem.length - 1)! - 0xac00) % 28 === 0;

const anyOf = (values: readonly string[]): string => values.join(" 또는 ");
const quoted = (values: readonly string[]): string => anyOf(values.map((value) => `‘${value}’`));

/** A predicate without its ending. What is named by users has a noun after it, so that no particle depends on it. */
function stemOf(condition: Condition): string {
  const { isNot } = condition;
  const is = isNot ? "없" : "있";
  switch (condition.on) {
    case "from":
    case "to": {
      const { on, how, values } = condition;
      if (how === "contains")
        return `${on === "from" ? "보낸 사람" : "받는 사람"}에 ${quoted(values)} 문구가 ${is}`;
      const noun = how === "domain" ? "도메인" : "주소";
      return on === "from"
        ? `${anyOf(values)} ${noun}에서 보${isNot ? "내지 않았" : "냈"}`
        : `받는 사람 중에 ${anyOf(values)} ${how === "domain" ? "도메인이" : "주소가"} ${is}`;
    }
    case "body":
      return `본문에 ${quoted(condition.values)} 문구가 ${is}`;
    case "size":
      return `크기가 ${formatBytes(condition.octets)}보다 ${sizeStem(condition.how, isNot)}`;
    case "attachment":
      return `첨부 파일이 ${is}`;
    default: {
      const field = fieldOf(condition);
      if (condition.how === "contains")
        return `${field}에 ${quoted(condition.values)} 문구가 ${is}`;
      const particle = condition.on === "list" || condition.on === "header" ? "가" : "이";
      return `${field}${particle} ${quoted(condition.values)} 문구와 같${isNot ? "지 않" : ""}`;
    }
  }
}

function sizeStem(how: "over" | "under", isNot: boolean): string {
  const stem = how === "over" ? "크" : "작";
  return isNot ? `${stem}지 않` : stem;
}

function fieldOf(condition: TextCondition): string {
  if (condition.on === "header") return `${condition.name} 헤더`;
  return condition.on === "subject" ? "제목" : "메일링 리스트";
}

/** It ends in a syllable whose particle is known, whatever people call their folders. */
const nameOf = (folder: string): string => (/[함통]$/.test(folder) ? folder : `‘${folder}’ 메일함`);

/** Before another one, and as the last one. */
function deed(action: Action, names: RuleNames): readonly [linked: string, final: string] {
  switch (action.do) {
    case "move": {
      const folder = particle(nameOf(names.folder(action.mailboxId, action.mailbox)), "으로/로");
      return [`${folder} 이동하고`, `${folder} 이동합니다`];
    }
    case "label": {
      const label = names.label(action.keyword);
      return [`‘${label}’ 라벨을 붙이고`, `‘${label}’ 라벨을 붙입니다`];
    }
    case "forward":
      return [`${action.address} 주소로 전달하고`, `${action.address} 주소로 전달합니다`];
    default:
      return DEEDS[action.do];
  }
}

const DEEDS = {
  markRead: ["읽음으로 표시하고", "읽음으로 표시합니다"],
  star: ["별표를 붙이고", "별표를 붙입니다"],
  archive: ["보관하고", "보관합니다"],
  delete: ["삭제하고", "삭제합니다"],
  stop: ["아래 규칙을 건너뛰고", "아래 규칙을 건너뜁니다"],
} as const;
