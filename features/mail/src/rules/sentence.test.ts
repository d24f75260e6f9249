import type { Action, Condition, Rule } from "@atrium/formats/sieve-rules";
import { describe, expect, test } from "vitest";
import { englishSentence } from "./sentence-en.ts";
import { koreanSentence } from "./sentence-ko.ts";
import { sentenceOfRule } from "./sentence.ts";

const NAMES = {
  folder: (id: string, fallback: string) => (id === "m1" ? "Receipts" : fallback),
  label: (keyword: string) => (keyword === "l1" ? "Shop" : keyword),
};

const MOVE: Action = { do: "move", mailboxId: "m1", mailbox: "Old" };
const rule = (
  conditions: readonly Condition[],
  actions: readonly Action[],
  match: Rule["match"] = "all",
): Rule => ({ name: "-", isEnabled: true, match, conditions, actions });

test("a rule is one sentence, where the message goes first", () => {
  const made = rule(
    [
      { on: "from", how: "domain", values: ["shop.example"], isNot: false },
      { on: "subject", how: "contains", values: ["Invoice"], isNot: false },
    ],
    [{ do: "markRead" }, MOVE],
  );
  expect(sentenceOfRule(made, NAMES)).toBe(
    "If it is from @shop.example and the subject contains “Invoice”, move it to Receipts and mark it as read.",
  );
  expect(koreanSentence({ ...made, actions: [MOVE, { do: "markRead" }] }, NAMES)).toBe(
    "shop.example 도메인에서 보냈고 제목에 ‘Invoice’ 문구가 있으면 ‘Receipts’ 메일함으로 이동하고 읽음으로 표시합니다.",
  );
});

test("any of several, and every message", () => {
  const either = rule(
    [
      {
        on: "from",
        how: "is",
        values: ["a@x.example", "b@x.example", "c@x.example"],
        isNot: false,
      },
      { on: "size", how: "over", octets: 5_000_000, isNot: false },
    ],
    [MOVE, { do: "label", keyword: "l1" }, { do: "stop" }],
    "any",
  );
  expect(englishSentence(either, NAMES)).toBe(
    "If it is from a@x.example, b@x.example or c@x.example or it is larger than 5 MB, move it to Receipts, label it Shop and skip the rules below.",
  );
  expect(koreanSentence(either, NAMES)).toBe(
    "a@x.example 또는 b@x.example 또는 c@x.example 주소에서 보냈거나 크기가 5 MB보다 크면 ‘Receipts’ 메일함으로 이동하고 ‘Shop’ 라벨을 붙이고 아래 규칙을 건너뜁니다.",
  );
  const all = rule([], [{ do: "forward", address: "me@x.example" }]);
  expect(englishSentence(all, NAMES)).toBe("For every message, forward it to me@x.example.");
  expect(koreanSentence(all, NAMES)).toBe("메일이 오면 me@x.example 주소로 전달합니다.");
});

describe("each condition", () => {
  const v = ["x"];
  test.each<[Omit<Condition, "isNot">, yes: string, no: string, ko: string, koNo: string]>([
    [
      { on: "from", how: "contains", values: v },
      "the sender contains “x”",
      "the sender does not contain “x”",
      "보낸 사람에 ‘x’ 문구가 있으면",
      "보낸 사람에 ‘x’ 문구가 없으면",
    ],
    [
      { on: "from", how: "is", values: v },
      "it is from x",
      "it is not from x",
      "x 주소에서 보냈으면",
      "x 주소에서 보내지 않았으면",
    ],
    [
      { on: "to", how: "domain", values: v },
      "it is to @x",
      "it is not to @x",
      "받는 사람 중에 x 도메인이 있으면",
      "받는 사람 중에 x 도메인이 없으면",
    ],
    [
      { on: "to", how: "contains", values: v },
      "the recipients contain “x”",
      "the recipients do not contain “x”",
      "받는 사람에 ‘x’ 문구가 있으면",
      "받는 사람에 ‘x’ 문구가 없으면",
    ],
    [
      { on: "subject", how: "is", values: v },
      "the subject is “x”",
      "the subject is not “x”",
      "제목이 ‘x’ 문구와 같으면",
      "제목이 ‘x’ 문구와 같지 않으면",
    ],
    [
      { on: "list", how: "contains", values: v },
      "the mailing list contains “x”",
      "the mailing list does not contain “x”",
      "메일링 리스트에 ‘x’ 문구가 있으면",
      "메일링 리스트에 ‘x’ 문구가 없으면",
    ],
    [
      { on: "header", name: "X-Kind", how: "is", values: v },
      "the header X-Kind is “x”",
      "the header X-Kind is not “x”",
      "X-Kind 헤더가 ‘x’ 문구와 같으면",
      "X-Kind 헤더가 ‘x’ 문구와 같지 않으면",
    ],
    [
      { on: "body", how: "contains", values: v },
      "the text contains “x”",
      "the text does not contain “x”",
      "본문에 ‘x’ 문구가 있으면",
      "본문에 ‘x’ 문구가 없으면",
    ],
    [
      { on: "size", how: "under", octets: 1000 },
      "it is smaller than 1 kB",
      "it is not smaller than 1 kB",
      "크기가 1 kB보다 작으면",
      "크기가 1 kB보다 작지 않으면",
    ],
    [
      { on: "attachment" },
      "it has an attachment",
      "it has no attachment",
      "첨부 파일이 있으면",
      "첨부 파일이 없으면",
    ],
  ] as never)("%j", (condition, yes, no, ko, koNo) => {
    const made = (isNot: boolean): Rule =>
      rule([{ ...condition, isNot } as Condition], [{ do: "delete" }]);
    expect(englishSentence(made(false), NAMES)).toBe(`If ${yes}, delete it.`);
    expect(englishSentence(made(true), NAMES)).toBe(`If ${no}, delete it.`);
    expect(koreanSentence(made(false), NAMES)).toBe(`${ko} 삭제합니다.`);
    expect(koreanSentence(made(true), NAMES)).toBe(`${koNo} 삭제합니다.`);
  });
});

test("a folder that is gone has the name that it had", () => {
  const gone = rule([], [{ do: "move", mailboxId: "m9", mailbox: "Old" }]);
  expect(englishSentence(gone, NAMES)).toBe("For every message, move it to Old.");
  const trash = rule([], [{ do: "move", mailboxId: "m9", mailbox: "휴지통" }]);
  expect(koreanSentence(trash, NAMES)).toBe("메일이 오면 휴지통으로 이동합니다.");
});
