import type { Random } from "./random.ts";
import type { Slots } from "./phrases.ts";
import { dayAndMonth, monthName, weekdayName, workingDayAfter } from "./timeline.ts";

/** A project that people write about; `folder` is where its conversations are filed. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  readonly language: "en" | "ko";
}

export const PROJECTS: readonly Project[] = [
  { name: "Harbour Museum", folder: "Projects/Harbour Museum", language: "en" },
  { name: "Riverside Library", folder: "Projects/Riverside Library", language: "en" },
  { name: "Copper Hall", folder: "Projects/Copper Hall", language: "en" },
  { name: "Tidemill House", folder: "Projects/Tidemill House", language: "en" },
  { name: "North Quay", folder: "Projects/North Quay", language: "en" },
  { name: "한가랑 갤러리", folder: "Projects/한가랑 갤러리", language: "ko" },
  { name: "달빛도서관", folder: "Projects/달빛도서관", language: "ko" },
];

const WORDS = {
  en: {
    item: [
      "track spot",
      "wall washer",
      "case light",
      "linear profile",
      "pendant lamp",
      "step light",
      "reading lamp",
      "picture light",
    ],
    room: [
      "ceramics room",
      "map gallery",
      "reading room",
      "entrance hall",
      "textile room",
      "print cabinet",
      "children's library",
      "east staircase",
      "lecture hall",
      "glass corridor",
      "silver vault",
      "model room",
    ],
    supplier: ["Brightwell", "Copperleaf", "Quillmere", "Hollowbrook", "Studio Villalba"],
    doc: [
      "concept paper",
      "offer",
      "annual report",
      "maintenance plan",
      "lighting guide",
      "tender",
      "case study",
    ],
  },
  ko: {
    item: ["레일 스포트", "월워셔", "진열장 조명", "라인 조명", "펜던트", "간접 조명", "독서등"],
    room: [
      "백자실",
      "1전시실",
      "입구 로비",
      "도자실",
      "어린이 열람실",
      "영상실",
      "2층 복도",
      "강당",
      "서화실",
    ],
    supplier: ["별빛전기", "온누리디자인", "다솜물류"],
    doc: ["제안서", "연간 보고서", "유지관리 계획서", "조명 지침서", "입찰 서류"],
  },
} as const;

/** Everything a conversation started at `date` may name, and the figures behind it. */
export interface Subject {
  readonly slots: Slots;
  readonly amount: number;
  readonly count: number;
}

/** Picks the words of one conversation, so that all its messages speak of the same things. */
export function wordsFor(
  project: Project,
  language: "en" | "ko",
  date: Date,
  random: Random,
): Subject {
  const words = WORDS[language];
  const amount = language === "ko" ? random.int(12, 980) * 10_000 : random.int(18, 1400) * 10;
  const small = language === "ko" ? random.int(2, 60) * 10_000 : random.int(6, 90) * 10;
  const count = random.int(6, 48);
  const money = (value: number): string =>
    language === "ko"
      ? `${value.toLocaleString("en-GB")}원`
      : `${value.toLocaleString("en-GB")} euros`;
  const soon = workingDayAfter(date, random.int(2, 4));
  const later = workingDayAfter(date, random.int(6, 9));
  const deadline = workingDayAfter(date, random.int(12, 26));
  const afterwards = workingDayAfter(deadline, random.int(5, 12));
  const slots: Record<string, string> = {
    project: project.name,
    item: random.pick(words.item),
    room: random.pick(words.room),
    supplier: random.pick(words.supplier),
    doc: random.pick(words.doc),
    n: String(count),
    n2: String(random.int(2, 9)),
    amount: money(amount),
    amount2: money(small),
    day: weekdayName(soon, language),
    day2: weekdayName(later, language),
    date: dayAndMonth(deadline, language),
    date2: dayAndMonth(afterwards, language),
    month: monthName(deadline, language),
    time:
      language === "ko"
        ? random.pick(["오전 9시", "오전 10시 반", "오후 2시", "오후 4시"])
        : random.pick(["nine", "half past nine", "ten", "two o'clock", "half past three"]),
  };
  return { slots, amount, count };
}
