import { selectApp } from "@atrium/contract/routes";
import { expect, test } from "vitest";
import { ALL_INBOXES, INBOX, pathOf, placeOf, withThread, type Place } from "./place.ts";

const PLACES: readonly Place[] = [
  { kind: "folder", folder: "inbox" },
  { kind: "folder", folder: "m0abc", thread: "t1" },
  { kind: "starred" },
  { kind: "starred", thread: "t2" },
  { kind: "label", label: "l1", thread: "t3" },
  { kind: "label", label: "l1", account: "a1" },
  { kind: "search", text: "a/b 회의 50%" },
  { kind: "search", text: "thread", thread: "t3" },
  { kind: "folder", folder: "inbox", account: "a1" },
  { kind: "starred", account: "a1", thread: "t4", message: "e4" },
  { kind: "folder", folder: "inbox", all: true },
  { kind: "folder", folder: "inbox", all: true, thread: "t5" },
  { kind: "folder", folder: "inbox", all: true, owner: "a2", thread: "t6" },
  { kind: "search", text: "account/thread", all: true, owner: "a2", thread: "t6", message: "e6" },
  { kind: "search", text: "account", all: true },
];

test("a place survives its path, and every such path belongs to the main application", () => {
  for (const place of PLACES) {
    const path = pathOf(place);
    expect(placeOf(path)).toEqual(place);
    expect(selectApp(path)).toBe("main");
  }
});

test("the start page is the inbox", () => {
  expect(placeOf("/")).toEqual(INBOX);
  expect(placeOf("/mail")).toEqual(INBOX);
  expect(placeOf("/mail/")).toEqual(INBOX);
});

test("a path that names nothing is no place", () => {
  for (const path of [
    "/mail/folder",
    "/mail/label",
    "/mail/other",
    "/x",
    "/mail/folder/a/thread",
    "/mail/folder/a/b/c",
    "/mail/all",
    "/mail/all/search",
    "/mail/all/folder/a",
    "/mail/all/inbox/account/a",
    "/mail/all/inbox/thread",
  ])
    expect(placeOf(path)).toBeUndefined();
});

test("another conversation in the same list keeps the list", () => {
  expect(withThread({ kind: "search", text: "x", thread: "t1" }, "t2")).toEqual({
    kind: "search",
    text: "x",
    thread: "t2",
  });
  expect(withThread({ kind: "starred", thread: "t1" }, undefined)).toEqual({ kind: "starred" });
  const ofShared = withThread(ALL_INBOXES, "t2", undefined, "a1");
  expect(ofShared).toEqual({ ...ALL_INBOXES, owner: "a1", thread: "t2" });
  // The next one may be of another account.
  expect(withThread(ofShared, "t3")).toEqual({ ...ALL_INBOXES, thread: "t3" });
  expect(withThread(ofShared, undefined)).toEqual(ALL_INBOXES);
});
