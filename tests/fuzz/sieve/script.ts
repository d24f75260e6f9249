import { CAPABILITIES, COMMANDS, TESTS, type Shape } from "../../../formats/src/sieve/grammar.ts";
import { writeRules, type Rule } from "@atrium/formats/sieve-rules";
import { choiceOf, type Choice } from "../choice.ts";
import { LISTED, VALUES } from "./values.ts";

/** A script and the scripts that it can include. */
export interface FuzzedScript {
  readonly text: string;
  readonly included: Readonly<Record<string, string>>;
}

const ALL = `require ["${[...CAPABILITIES].join('", "')}"];\r\n`;
/** Commands and tests of one script, at most. */
const MOST = 60;

/** Generates a script from the grammar with hostile values, and sometimes damages it. */
export function fuzzedScript(seed: number, index: number): FuzzedScript {
  const choice = choiceOf(seed, 3, index);
  const included = Object.fromEntries(
    ["a", "b", "c"].map((name) => [name, ALL + writeBlock(choice, { left: 12, depth: 0 })]),
  );
  const block = (most: number): string => writeBlock(choice, { left: choice.size(most), depth: 0 });
  // Before and after rules of the rule builder, some with damage.
  const parts = choice.oneIn(3) ? [block(10), ruleText(choice), block(10), ruleText(choice)] : [];
  const text = ALL + [...parts, block(MOST)].join(choice.of(["\r\n", "\n", ""]));
  return { text: choice.oneIn(5) ? spoil(text, choice) : text, included };
}

/** A rule as the rule builder writes it, without its `require`; sometimes damaged. */
function ruleText(choice: Choice): string {
  const rule: Rule = {
    name: choice.of(["News", "회의", "# x", "a  b"]),
    isEnabled: choice.oneIn(2),
    match: "any",
    conditions: [
      { on: "from", how: "domain", values: ["example.org"], isNot: choice.oneIn(2) },
      { on: "size", how: "over", octets: choice.size(1_000_000), isNot: false },
    ],
    actions: [{ do: "star" }, { do: "move", mailboxId: "M1", mailbox: choice.of(["A", '"\\"']) }],
  };
  const script = writeRules({ head: "", parts: [{ kind: "rule", rule }] });
  const text = script.slice(script.indexOf("\r\n") + 2);
  return choice.oneIn(3) ? spoil(text, choice) : text;
}

/** Remaining size and current depth. */
interface Room {
  left: number;
  readonly depth: number;
  /** Whether it is inside `foreverypart`. */
  readonly isLoop?: boolean;
}

const COMMAND_NAMES = [...COMMANDS.keys()].filter((name) => name !== "require");
const TEST_NAMES = [...TESTS.keys()];
/** Below this depth there are only trivial tests and no blocks. */
const DEEPEST = 8;

function writeBlock(choice: Choice, room: Room): string {
  const commands: string[] = [];
  const count = 1 + choice.size(12);
  let before = "";
  for (let at = 0; at < count && room.left > 0; at += 1) {
    room.left -= 1;
    let name = choice.of(COMMAND_NAMES);
    // Otherwise most scripts would be refused here.
    if (name === "elsif" || name === "else")
      if (before !== "if" && before !== "elsif" && !choice.oneIn(50)) name = "if";
    if ((name === "break" || name === "extracttext") && !room.isLoop && !choice.oneIn(50)) continue;
    const shape = COMMANDS.get(name)!;
    if (shape.hasBlock && room.depth >= DEEPEST) continue;
    commands.push(writeCommand(name, shape, choice, room));
    before = name;
  }
  return commands.join(choice.of(["\r\n", " ", "\n# comment\n", "/**/"]));
}

function writeCommand(name: string, shape: Shape, choice: Choice, room: Room): string {
  const words = [name, ...writeArguments(name, shape, choice), ...writeTests(shape, choice, room)];
  if (!shape.hasBlock) return `${words.join(" ")};`;
  const isLoop = room.isLoop === true || name === "foreverypart";
  const inner = { left: room.left, depth: room.depth + 1, isLoop };
  const block = writeBlock(choice, inner);
  room.left = inner.left;
  return `${words.join(" ")} {${block}}`;
}

function writeTests({ tests }: Shape, choice: Choice, room: Room): string[] {
  if (tests === undefined) return [];
  const one = (): string => {
    room.left -= 1;
    const name = room.depth < DEEPEST && room.left > 0 ? choice.of(TEST_NAMES) : "true";
    const shape = TESTS.get(name)!;
    const inner = { left: room.left, depth: room.depth + 1 };
    const words = [
      name,
      ...writeArguments(name, shape, choice),
      ...writeTests(shape, choice, inner),
    ];
    room.left = inner.left;
    return words.join(" ");
  };
  if (tests === "one") return [one()];
  return [`(${Array.from({ length: 1 + choice.size(4) }, one).join(", ")})`];
}

function writeArguments(command: string, { tags = {}, args }: Shape, choice: Choice): string[] {
  const groups = new Set<string>();
  const tagged = Object.entries(tags).flatMap(([name, { group, value }]) => {
    const isTaken = group !== undefined && groups.has(group) && !choice.oneIn(200);
    if (isTaken || !choice.oneIn(3)) return [];
    if (group !== undefined) groups.add(group);
    return value === undefined ? [`:${name}`] : [`:${name}`, writeValue(`:${name}`, value, choice)];
  });
  const positional = args.flatMap((kind, at) => {
    if (kind.endsWith("?") && choice.oneIn(2)) return [];
    return [
      writeValue(
        at === 0 ? command : "",
        kind.replace("?", "") as "string" | "strings" | "number",
        choice,
      ),
    ];
  });
  return [...tagged, ...positional];
}

/** @param place the tag with its colon, or the command if it is the first argument */
function writeValue(place: string, kind: "string" | "strings" | "number", choice: Choice): string {
  if (kind === "number") return `${choice.size(3_000_000)}${choice.oneIn(10) ? "K" : ""}`;
  const listed = LISTED[place];
  const one = (): string => quoted(choice.of(listed && !choice.oneIn(100) ? listed : VALUES));
  if (kind === "string" || choice.oneIn(2)) return one();
  const count = 1 + choice.size(choice.oneIn(40) ? 2000 : 6);
  return `[${Array.from({ length: count }, one).join(", ")}]`;
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** Deletes, repeats or inserts something. */
function spoil(text: string, choice: Choice): string {
  const [from, to] = [choice.below(text.length), choice.below(text.length)].sort((a, b) => a - b);
  const piece = text.slice(from, Math.min(to!, from! + 1 + choice.size(200)));
  const between = choice.of([
    "",
    piece,
    piece.repeat(1 + choice.size(200)),
    "(".repeat(choice.size(30_000)),
    "not ".repeat(choice.size(20_000)),
    "if true {".repeat(choice.size(10_000)),
    '["a",'.repeat(choice.size(20_000)),
    "\0\uD800\uFFFF",
    "/*",
    '"',
    "text:\r\n",
    "99999999999999999G",
  ]);
  return text.slice(0, from) + between + text.slice(to);
}
