import { expect, test } from "vitest";
import { rank, type Known } from "./rank.ts";

const known = (...list: Known[]) => new Map(list.map((one) => [one.email, one]));
const emails = (found: readonly { email: string }[]) => found.map(({ email }) => email);

test("whom one writes to often stands before colleagues, and each stands once", () => {
  const history = known(
    { name: null, email: "bob@x.example", weight: 3 },
    { name: "Bobby Rare", email: "bobby@y.example", weight: 0.1 },
  );
  const found = rank("bob", history, [
    { name: "Bob Baker", email: "bob@x.example" },
    { name: "Bo Bob", email: "bo@x.example" },
  ]);
  expect(emails(found)).toEqual(["bob@x.example", "bobby@y.example", "bo@x.example"]);
  expect(found[0]?.name).toBe("Bob Baker");
});

test("words of names and parts of addresses are found, accents or not, Korean inside", () => {
  const history = known(
    { name: "Zoë Müller", email: "zm@y.example", weight: 1 },
    { name: "김지민", email: "jm@x.example", weight: 1 },
    { name: null, email: "first.last@z.example", weight: 1 },
  );
  expect(emails(rank("mull", history, []))).toEqual(["zm@y.example"]);
  expect(emails(rank("지민", history, []))).toEqual(["jm@x.example"]);
  // While a syllable is composed it is another one, or a letter.
  for (const half of ["ㄱ", "기", "김ㅈ", "김지ㅁ"])
    expect(emails(rank(half, history, []))).toEqual(["jm@x.example"]);
  expect(emails(rank("last", history, []))).toEqual(["first.last@z.example"]);
  expect(rank("irst", history, [])).toEqual([]);
});
