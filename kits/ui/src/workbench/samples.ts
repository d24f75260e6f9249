import { locale } from "@atrium/i18n";

/** A text in both languages, for what stands on the workbench only. */
export function say(en: string, ko: string): string {
  return locale() === "ko" ? ko : en;
}

export interface SampleRow {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly minutes: number;
}

const NAMES = ["Alice Moreau", "김지민", "Bob Okafor", "Carol de Vries", "Dave", "박서연", "Ops"];
const SUBJECTS: readonly (readonly [string, string])[] = [
  ["Quarterly figures, second draft", "분기 실적 자료 2차 초안"],
  ["Lunch on Thursday?", "목요일 점심 어때요?"],
  [
    "Re: Re: Fwd: Notes from the meeting about the contract, with the changes that legal asked for",
    "Re: 계약서 검토 회의록과 법무팀이 요청한 수정 사항 전달드립니다",
  ],
  ["Your invoice 2026-1142", "청구서 2026-1142 안내"],
];

/** The row of a list of any length, the same at every call. */
export function sampleRow(index: number): SampleRow {
  const at = Math.abs(index);
  const subject = SUBJECTS[(at * 7) % SUBJECTS.length] ?? ["", ""];
  return {
    id: `row${index}`,
    name: NAMES[(at * 3) % NAMES.length] ?? "",
    subject: say(...subject),
    minutes: Math.max(0, index) * 37,
  };
}
