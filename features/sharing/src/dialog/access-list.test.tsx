import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Directory, Person } from "../shares/directory.ts";
import type { SharedRecord } from "../shares/follow-shared.ts";
import { FILE_ROLES, rightsOf } from "../shares/roles.ts";
import { AccessList, ReadOnlyShares } from "./access-list.tsx";
import type { ChangeShares } from "./use-change-shares.ts";

const person = (id: string, name: string): Person => ({
  id,
  name,
  email: `${id}@x.example`,
  isGroup: false,
});
const directory: Directory = {
  me: "p1",
  accountId: "o1",
  owner: person("p1", "Alice"),
  people: new Map([
    ["gone", null],
    ["p3", person("p3", "Carol")],
    ["p2", person("p2", "Bob")],
  ]),
};
const [viewer, , manager] = FILE_ROLES;
const shareWith = {
  gone: rightsOf(viewer!),
  p3: { mayRead: true, mayAddChildren: true },
  p2: rightsOf(manager!),
};
const record = (mayShare: boolean): SharedRecord => ({
  myRights: { mayRead: true, mayModifyContent: true, mayShare },
  shareWith,
  shareUntil: { p2: "2030-01-01T12:00:00Z" },
});
const changes: ChangeShares = {
  busy: new Set(),
  fault: undefined,
  share: async () => undefined,
  change: async () => undefined,
  remove: async () => true,
};
const list = (shown: SharedRecord, more: Partial<Directory> = {}) =>
  renderToStaticMarkup(
    <AccessList
      record={shown}
      directory={{ ...directory, ...more }}
      roles={FILE_ROLES}
      changes={changes}
      onGone={() => undefined}
    />,
  );
const labels = (html: string) =>
  [...html.matchAll(/aria-label="([^"]*: [^"]*)"/g)].map((m) => m[1]);

test("the owner stands first, then people by name with their roles, those who left last", () => {
  const html = list(record(true));
  const order = ["Alice (you)", "Owner", "Bob", "Carol", "Not in the directory"];
  const places = order.map((words) => html.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(labels(html)).toEqual(["Bob: Manager", "Carol: Custom", "Not in the directory: Viewer"]);
  expect(html.match(/Until /g)).toHaveLength(1);
});

test("who may not share changes nobody's access, and nobody changes their own", () => {
  expect(labels(list(record(false)))).toEqual([]);
  expect(list(record(false))).toContain("Manager");
  expect(labels(list(record(true), { me: "p2" }))).toEqual([
    "Carol: Custom",
    "Not in the directory: Viewer",
  ]);
});

test("what is shared through a folder is only shown", () => {
  const html = renderToStaticMarkup(
    <ReadOnlyShares
      record={record(true)}
      directory={directory}
      roles={FILE_ROLES}
      label="Through Plans"
    />,
  );
  expect(html).toContain('aria-label="Through Plans"');
  expect(html).toContain("Carol");
  expect(html).not.toContain("<button");
});
