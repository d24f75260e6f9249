import { randomFrom } from "./random.ts";

/** What the searches look for. The letters are written without regard to them, but for the rare words and the phrase. */
export const SOUGHT = {
  /** Each stands in one letter of 5,000. */
  rare: ["zanzibar", "quicksilver", "palimpsest", "hollyhock", "mangrove"],
  common: ["project", "meeting", "invoice", "schedule", "budget"],
  korean: ["회의", "자료", "일정", "계약", "보고서"],
  /** Two frequent words that stand side by side in one letter of 100. */
  phrase: "quarterly report",
} as const;

const ENGLISH =
  "the to and of a in is for you we on it that with this be are have will at as not can our by from or your if please an but would all they was so any there one do let me new also which when more has been some what no them just after before then today week time next day sent back thanks need know see make only project work meeting team call open last file send plan order report date list month office customer still first question number room price invoice done week schedule version change early late morning delivery contract quarterly budget friday monday document draft sample museum light paper station harbour garden window answer".split(
    " ",
  );
const KOREAN =
  "회의 자료 내일 오늘 시간 확인 부탁 감사 일정 진행 관련 내용 첨부 파일 요청 전달 검토 다음 이번 회사 고객 계약 보고서 팀장 담당 수정 변경 공유 문의 답변 주문 배송 견적 예산 프로젝트 업무 결과 오전 오후 장소 참석 준비 완료 예정 필요 의견 제안 사항 기간 비용".split(
    " ",
  );
const PARTICLES = ["", "", "", "은", "는", "이", "가", "을", "를", "에", "에서", "의", "로", "와"];

/** So many different words the letters of one language have. */
const VOCABULARY = 20_000;

export type Language = "english" | "korean";

/** Draws words as people use them: the n-th frequent one about 1/n as often as the first (Zipf, with Mandelbrot's offset). */
export function writer(random: () => number): (language: Language) => string {
  const words = { english: vocabulary(ENGLISH, latinWord), korean: vocabulary(KOREAN, hangulWord) };
  const weights = cumulated(VOCABULARY, (rank) => 1 / (rank + 3.7) ** 1.07);
  const draw = (): number => {
    const target = random() * weights.at(-1)!;
    let low = 0;
    let high = weights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weights[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return (language) => {
    const word = words[language][draw()]!;
    if (language === "english") return word;
    return word + PARTICLES[Math.floor(random() * PARTICLES.length)]!;
  };
}

function cumulated(count: number, weight: (rank: number) => number): Float64Array {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += weight(rank);
  return sums;
}

/** The given words, then made ones, the shorter the more frequent. */
function vocabulary(
  frequent: readonly string[],
  make: (syllables: number, random: () => number) => string,
): string[] {
  const random = randomFrom(7);
  const words = new Set(frequent);
  while (words.size < VOCABULARY)
    words.add(make(2 + Math.floor(random() * 2 + words.size / VOCABULARY), random));
  return [...words];
}

function latinWord(syllables: number, random: () => number): string {
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)]!;
  return Array.from(
    { length: syllables },
    () => pick("bcdfghklmnprstvw") + pick("aeiou") + (random() < 0.3 ? pick("lnrst") : ""),
  ).join("");
}

/** Any of the syllables without an uncommon final (Unicode 3.12: initial, vowel, final). */
function hangulWord(syllables: number, random: () => number): string {
  const at = (count: number): number => Math.floor(random() * count);
  const finals = [0, 0, 0, 1, 4, 8, 16, 17, 21];
  return Array.from({ length: syllables }, () =>
    String.fromCodePoint(0xac00 + at(19) * 588 + at(21) * 28 + finals[at(finals.length)]!),
  ).join("");
}
