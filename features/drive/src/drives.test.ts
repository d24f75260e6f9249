import { CAPABILITY, type SessionAccount } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import type { Context } from "./client.ts";
import { drivesOf } from "./drives.ts";
import { TOP, TRASH, type Place } from "./place/place.ts";

const account = (
  name: string,
  { files = {}, whole = false, ownerId = undefined as string | undefined } = {},
): SessionAccount => ({
  name,
  isPersonal: false,
  isReadOnly: false,
  accountCapabilities: {
    [CAPABILITY.fileNode]: files,
    ...(whole && { [CAPABILITY.drive]: { trashLifetime: 60 } }),
    ...(ownerId && { [CAPABILITY.principalsOwner]: { principalId: ownerId } }),
  },
});

const ACCOUNTS = {
  own: account("me@demo.test", { whole: true }),
  desk: account("desk@demo.test", {
    files: { mayCreateTopLevelFileNode: true },
    whole: true,
    ownerId: "desk",
  }),
  read: account("archive@demo.test", {
    files: { mayCreateTopLevelFileNode: false },
    whole: true,
  }),
  bob: account("bob@demo.test", {
    files: { mayCreateTopLevelFileNode: false },
    ownerId: "p2",
  }),
  organisation: { name: "Demo", isPersonal: false, isReadOnly: true, accountCapabilities: {} },
};

function drives(accounts?: Readonly<Record<string, SessionAccount>>) {
  const went: Place[] = [];
  const client = {
    account: (id: string) => ({ id }),
    downloadUrl: (...path: string[]) => path.join("/"),
  } as unknown as Context["client"];
  const session = { accountId: "own", name: "Me", address: "me@demo.test" } as Context["session"];
  const found = drivesOf({
    context: { client, session, driveBaseUrl: "/drive" },
    session: accounts && { accounts },
    names: new Map([
      ["desk", "Service desk"],
      ["p2", "Bob"],
    ]),
    goTo: (place) => void went.push(place),
  });
  return { ...found, went };
}

test("drives are one's own, those of shared accounts, and what others share", () => {
  const { own, shared, partial, of } = drives(ACCOUNTS);
  expect(own).toMatchObject({ kind: "own", title: "My files", mayAddAtTop: true });
  expect(shared.map(({ title, mayAddAtTop }) => [title, mayAddAtTop])).toEqual([
    ["archive@demo.test", false],
    ["Service desk", true],
  ]);
  expect(partial).toMatchObject([{ owner: "Bob", title: "Shared with me", mayAddAtTop: false }]);
  expect(of("bob")).toBe(partial[0]);
  expect(of("organisation")).toBeUndefined();
});

test("places are those of the account, but the top of what is out of reach is where it is listed", () => {
  const { own, of, went } = drives(ACCOUNTS);
  const [desk, bob] = [of("desk")!, of("bob")!];
  expect([own, desk, bob].map((drive) => drive.hrefOf(TOP))).toEqual([
    "/drive",
    "/drive/account/desk",
    "/drive/shared",
  ]);
  expect(bob.hrefOf({ kind: "folder", id: "n1" })).toBe("/drive/account/bob/folder/n1");
  own.go(TRASH);
  desk.go(TRASH);
  bob.go(TOP);
  expect(went).toEqual([TRASH, { ...TRASH, accountId: "desk" }, { kind: "shared" }]);
});

test("content is downloaded from the account in which it is, once the server has said where", () => {
  const file = { blobId: "b1", name: "a.txt", type: "text/plain" } as never;
  expect(drives(ACCOUNTS).of("bob")!.urlOf(file)).toMatch(/^bob\/b1\/a\.txt\//);
  expect(drives().own.urlOf(file)).toBeUndefined();
  expect(drives().isKnown).toBe(false);
});
