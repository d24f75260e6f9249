import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../testing/whole.ts";
import { ACTING } from "./actions.fixture.ts";
import { BASE } from "./base.fixture.ts";
import { ASKING, DIFFERENCES } from "./corpus.fixture.ts";
import { MATCHING } from "./matching.fixture.ts";
import { envelopeOf, octetsOf } from "./messages.fixture.ts";
import { outcomeOf, runOn } from "./ours.fixture.ts";
import { scriptOf, type Group, type Pair } from "./pair.fixture.ts";
import { missing, startSieveTest, type SieveTest } from "./sieve-test.fixture.ts";

const GROUPS: readonly Group[] = [...BASE, ...MATCHING, ...ACTING];

/** What becomes of each message, behind its script. */
const table = ({ pairs }: Group, outcome: (pair: Pair) => string): string[] =>
  pairs.map((pair) => `${pair.message}: ${pair.script} → ${outcome(pair)}`);

it("holds at least three hundred pairs", () => {
  expect(GROUPS.flatMap(({ pairs }) => pairs).length).toBeGreaterThanOrEqual(300);
});

it.each(GROUPS)("decides by the RFC: $about", (group) => {
  expect(table(group, (pair) => outcomeOf(group, pair))).toEqual(
    table(group, ({ outcome }) => outcome),
  );
});

describe.skipIf(missing !== "")(`Debian's sieve-test${missing}`, () => {
  let tool: SieveTest;
  beforeAll(() => {
    tool = startSieveTest();
  });
  afterAll(() => tool.close());

  it.each(GROUPS)("decides alike, but for what is listed: $about", ({ pairs, ...rest }) => {
    const group = { ...rest, pairs: sampled(pairs, 2) };
    const theirs = (pair: Pair): string =>
      tool.run(
        scriptOf(group, pair),
        octetsOf(pair.message),
        envelopeOf(pair.message),
        pair.includes,
      );
    expect(table(group, theirs)).toEqual(
      table(group, ({ outcome, differs }) => differs?.theirs ?? outcome),
    );
  });

  const corpora = resolve(
    import.meta.dirname,
    "../../../..",
    process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
    "mime",
  );
  describe.skipIf(!existsSync(corpora))("about messages that strangers wrote (corpora)", () => {
    const envelope = { from: "ann@example.org", to: "bob@example.com" };

    it.each(ASKING)("says the same: $name", ({ name, script }) => {
      const differing: string[] = [];
      const names = new Set(sampled(messagesIn(corpora), 5));
      for (const message of names) {
        const octets = octetsIn(corpora, message);
        const [ours, theirs] = [
          runOn(script, octets, envelope),
          tool.run(script, octets, envelope),
        ];
        if (ours !== theirs) differing.push(`${message} ${name}: ${ours}, not ${theirs}`);
      }
      const expected = DIFFERENCES.filter(
        ({ asking, message }) => asking === name && names.has(message),
      );
      expect(differing.toSorted()).toEqual(
        expected
          .map(({ message, ours, theirs }) => `${message} ${name}: ${ours}, not ${theirs}`)
          .toSorted(),
      );
    });
  });
});

const messagesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((set) =>
    readdirSync(join(folder, set))
      .filter((file) => file.endsWith(".eml"))
      .map((file) => `${set}/${file.slice(0, -4)}`),
  );

function octetsIn(folder: string, message: string): Uint8Array {
  const octets = readFileSync(join(folder, `${message}.eml`), "latin1");
  return new Uint8Array(Buffer.from(octets.replace(/\r?\n/g, "\r\n"), "latin1"));
}
