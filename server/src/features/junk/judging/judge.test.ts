import type { EmailAuthentication } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import type { Acquaintance, Evidence } from "./evidence.ts";
import { judge } from "./judge.ts";

const proven: EmailAuthentication = {
  spf: { result: "pass", domain: "news.example" },
  dkim: [],
  dmarc: {
    result: "pass",
    domain: "news.example",
    policy: null,
    alignment: { spf: true, dkim: false },
  },
  arc: { result: "none", sealer: null },
};
const evidence: Evidence = {
  authentication: proven,
  isOwn: false,
  lookAlike: null,
  isBulkWithoutUnsubscribe: false,
  words: { probability: 0.5, telling: [] },
};
const known: Acquaintance = { isKnown: true, ownReport: null, othersReports: 0 };

test("whom one has reported is not spared for mail that came before", () => {
  expect(judge(evidence, known).isJunk).toBe(false);
  expect(judge(evidence, { ...known, ownReport: "junk" })).toMatchObject({
    isJunk: true,
    reasons: [{ kind: "reportedSender" }],
  });
  expect(judge(evidence, { ...known, ownReport: "wanted" }).isJunk).toBe(false);
});

test("words that a database would not take are named without what it does not", () => {
  const words = { probability: 0.99, telling: ["file:.\0exe", "file:.\ud83d"] };
  const { reasons } = judge({ ...evidence, words }, { ...known, isKnown: false });
  const named = reasons.find(({ kind }) => kind === "words");
  expect(named?.detail).toBe(".exe, .\ufffd");
});
