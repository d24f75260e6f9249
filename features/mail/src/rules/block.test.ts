import { writeRules, type RuleScript } from "@atrium/formats/sieve-rules";
import { expect, test } from "vitest";
import { withBlocked, withoutBlocked } from "./block.ts";

const JUNK = { mailboxId: "m5", mailbox: "Junk" };
const EMPTY: RuleScript = { head: "", parts: [{ kind: "text", text: "keep;\r\n" }] };
const ANN = { how: "is", value: "Ann@x.example" } as const;
const Y = { how: "domain", value: "y.example" } as const;

const add = (script: RuleScript, ...who: readonly (typeof ANN | typeof Y)[]): RuleScript =>
  who.reduce((before, one) => withBlocked(one, JUNK, "Blocked senders")(before), script);

test("who is blocked is in one rule before all others", () => {
  const script = add(EMPTY, ANN, Y, ANN);
  expect(script.parts).toEqual([
    {
      kind: "rule",
      rule: {
        name: "Blocked senders",
        isEnabled: true,
        match: "any",
        conditions: [
          { on: "from", how: "is", values: ["ann@x.example"], isNot: false },
          { on: "from", how: "domain", values: ["y.example"], isNot: false },
        ],
        actions: [{ do: "move", ...JUNK }, { do: "stop" }],
      },
    },
    EMPTY.parts[0],
  ]);
  expect(writeRules(script)).toContain('fileinto :mailboxid "m5" "Junk"');
});

test("who is unblocked leaves the others, and the last one the rule", () => {
  const script = add(EMPTY, ANN, Y);
  const without = withoutBlocked(ANN, JUNK)(script);
  expect(without.parts).toHaveLength(2);
  expect(JSON.stringify(without)).not.toContain("ann@");
  expect(withoutBlocked(Y, JUNK)(without)).toEqual(EMPTY);
});

test("a rule that does more is left alone", () => {
  const script = add(EMPTY, ANN);
  const [part] = script.parts;
  if (part?.kind !== "rule") throw new Error("no rule");
  const more = { ...part, rule: { ...part.rule, actions: [{ do: "star" } as const] } };
  const changed = add({ ...script, parts: [more] }, Y);
  expect(changed.parts).toHaveLength(2);
  expect(changed.parts[1]).toEqual(more);
});
