import { expect, it } from "vitest";
import { givenAs, settled, type PlacedGrant } from "./passed-on.ts";
import { OWNER } from "./shares.store.ts";

/** Folders b in a, c in b; z beside them. Carol and Dave are in the team. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  a: ["a"],
  b: ["a", "b"],
  c: ["a", "b", "c"],
  z: ["z"],
};
const now = new Date("2026-03-01T00:00:00Z");
const [april, may] = [new Date("2026-04-01T00:00:00Z"), new Date("2026-05-01T00:00:00Z")];
const isInTeam = (name: string): boolean => name === "carol" || name === "dave";

const grant = (
  words: string,
  { until = null, rights = ["mayRead", "mayShare"] }: Partial<PlacedGrant> = {},
): PlacedGrant => {
  const [givenBy, id, principalId] = words.split(" ") as [string, string, string];
  return { givenBy: givenBy === "owner" ? OWNER : givenBy, id, principalId, rights, until };
};

const left = (grants: readonly PlacedGrant[]): string[] =>
  settled(grants, {
    now,
    placesOf: (id) => PLACES[id]!,
    principalsOf: (name) => [name, ...(isInTeam(name) ? ["team"] : [])],
  }).map(
    ({ givenBy, id, principalId, rights, until }) =>
      `${givenBy === OWNER ? "owner" : givenBy} ${id} ${principalId} ${rights.join("+")}${until === null ? "" : ` ${until.toISOString().slice(0, 7)}`}`,
  );

const BOTH = "mayRead+mayShare";
const READ = { rights: ["mayRead"] };

it.each<[string, readonly PlacedGrant[], readonly string[]]>([
  ["nothing else than what owners gave", [grant("owner a carol")], [`owner a carol ${BOTH}`]],
  [
    "what lies below what one has, however often it was passed on",
    [grant("dave c erin", READ), grant("carol b dave"), grant("owner a carol")],
    ["dave c erin mayRead", `carol b dave ${BOTH}`, `owner a carol ${BOTH}`],
  ],
  ["nothing without what it was given by", [grant("dave c erin", READ), grant("carol b dave")], []],
  ["nothing beside it", [grant("owner a carol"), grant("carol z dave")], [`owner a carol ${BOTH}`]],
  ["nothing above it", [grant("owner b carol"), grant("carol a dave")], [`owner b carol ${BOTH}`]],
  ["nobody by what they give each other", [grant("carol b dave"), grant("dave b carol")], []],
  ["nobody by what they give themselves, or a group of theirs", [grant("carol b team")], []],
  [
    "nothing of who may not share it",
    [grant("owner a carol", READ), grant("carol a dave", READ)],
    ["owner a carol mayRead"],
  ],
  [
    "no right that its giver has not",
    [grant("owner a carol"), grant("carol a dave", { rights: ["mayRead", "mayWrite"] })],
    [`owner a carol ${BOTH}`, "carol a dave mayRead"],
  ],
  [
    "nothing longer than its giver has it",
    [
      grant("owner a carol", { until: may }),
      grant("carol a dave", READ),
      grant("carol b erin", { ...READ, until: april }),
    ],
    [
      `owner a carol ${BOTH} 2026-05`,
      "carol a dave mayRead 2026-05",
      "carol b erin mayRead 2026-04",
    ],
  ],
  [
    "what its giver has longest",
    [
      grant("owner a team", { until: april }),
      grant("owner b carol", { until: may }),
      grant("carol c erin"),
    ],
    [
      `owner a team ${BOTH} 2026-04`,
      `owner b carol ${BOTH} 2026-05`,
      `carol c erin ${BOTH} 2026-05`,
    ],
  ],
  [
    "nothing of what is over",
    [grant("owner a carol", { until: now }), grant("carol a dave")],
    [`owner a carol ${BOTH} 2026-03`],
  ],
])("keeps %s", (_, grants, expected) => {
  expect(left(grants)).toEqual(expected);
});

it("leaves what nobody touches with whoever gave it", () => {
  const before = [grant("carol a erin", READ), grant("owner a dave")];
  const shares = before.map(({ principalId, rights, until }) => ({ principalId, rights, until }));
  const more = { principalId: "fred", rights: ["mayRead"], until: null };
  expect(givenAs(before, [...shares, more], "dave")).toEqual([
    ...before,
    { ...more, givenBy: "dave" },
  ]);
  expect(givenAs(before, [...shares, more], OWNER)).toEqual([
    ...before,
    { ...more, givenBy: OWNER },
  ]);
});

it("takes from what others gave, and adds of one's own beside it", () => {
  const before = [grant("owner a erin", { until: may })];
  const as = (rights: readonly string[], until: Date | null) =>
    givenAs(before, [{ principalId: "erin", rights, until }], "dave").map(
      (one) =>
        `${one.givenBy || "owner"} ${one.rights.join("+")} ${one.until?.toISOString().slice(0, 7)}`,
    );
  expect(as(["mayRead"], may)).toEqual(["owner mayRead 2026-05"]);
  expect(as(["mayRead"], april)).toEqual(["owner mayRead 2026-04"]);
  expect(as(["mayRead", "mayWrite"], may)).toEqual([
    "owner mayRead 2026-05",
    "dave mayRead+mayWrite 2026-05",
  ]);
  expect(as(["mayRead"], null)).toEqual(["owner mayRead 2026-05", "dave mayRead undefined"]);
  expect(
    givenAs(before, [{ principalId: "erin", rights: ["mayRead"], until: null }], OWNER),
  ).toEqual([{ principalId: "erin", rights: ["mayRead"], until: null, givenBy: OWNER }]);
});
