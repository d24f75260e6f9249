import { expect, it } from "vitest";
import { findByTyping, flatten } from "./flatten.ts";

const nodes = [
  { id: "in", label: "Inbox" },
  {
    id: "p",
    label: "Projects",
    children: [
      { id: "a", label: "Atrium" },
      { id: "b", label: "Bridge" },
    ],
  },
  { id: "i", label: "Invoices" },
];

it("shows the children of open nodes only, with level and position", () => {
  const rows = flatten(nodes, (id) => id === "p");
  expect(
    rows.map(({ node, level, position, setSize, open }) => [
      node.id,
      level,
      position,
      setSize,
      open,
    ]),
  ).toEqual([
    ["in", 1, 1, 3, undefined],
    ["p", 1, 2, 3, true],
    ["a", 2, 1, 2, undefined],
    ["b", 2, 2, 2, undefined],
    ["i", 1, 3, 3, undefined],
  ]);
  expect(flatten(nodes, () => false).map((row) => row.node.id)).toEqual(["in", "p", "i"]);
});

it("finds rows by typing, goes on with the same letter and round the end", () => {
  const rows = flatten(nodes, () => true);
  expect(findByTyping(rows, 0, "i")?.node.id).toBe("i");
  expect(findByTyping(rows, 4, "ii")?.node.id).toBe("in");
  expect(findByTyping(rows, 4, "inb")?.node.id).toBe("in");
  expect(findByTyping(rows, 0, "x")).toBeUndefined();
});
