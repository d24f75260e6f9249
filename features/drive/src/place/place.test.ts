import { expect, test } from "vitest";
import { pathOf, placeOf, SHARED, TOP, TRASH, type Place } from "./place.ts";

const places: readonly (readonly [path: string, place: Place])[] = [
  ["/office/files", TOP],
  ["/office/files/folder/n1", { kind: "folder", id: "n1" }],
  ["/office/files/trash", TRASH],
  ["/office/files/file/n2", { kind: "file", id: "n2" }],
  ["/office/files/search/50%25%20off%2Fon", { kind: "search", text: "50% off/on" }],
  ["/office/files/shared", SHARED],
  ["/office/files/account/a2", { ...TOP, accountId: "a2" }],
  ["/office/files/account/a2/folder/n1", { kind: "folder", id: "n1", accountId: "a2" }],
  ["/office/files/account/a2/file/n2", { kind: "file", id: "n2", accountId: "a2" }],
  ["/office/files/account/a2/search/plan", { kind: "search", text: "plan", accountId: "a2" }],
  ["/office/files/account/a2/trash", { ...TRASH, accountId: "a2" }],
];

test.each(places)("%s is a place, and the place's path", (path, place) => {
  expect(placeOf(path, "/office/files")).toEqual(place);
  expect(placeOf(`${path}/`, "/office/files/")).toEqual(place);
  expect(pathOf(place, "/office/files")).toBe(path);
});

test("a stray percent sign stays as it is", () => {
  expect(placeOf("/drive/search/100%", "/drive")).toEqual({ kind: "search", text: "100%" });
});

test("the trash is one place, also as a folder", () => {
  expect(placeOf("/drive/folder/trash", "/drive")).toEqual(TRASH);
});

test.each([
  "/drive/folder",
  "/drive/trash/a",
  "/drive/folder/a/b",
  "/drive/other/a",
  "/drive/shared/a",
  "/drive/account",
  "/drive/account/a/other/b",
  "/drive/account/a/shared",
  "/drives",
  "/mail",
])("drive has no page at %s", (path) => {
  expect(placeOf(path, "/drive")).toBeUndefined();
});
