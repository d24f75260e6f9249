import { expect, test } from "vitest";
import { isDriveRoute } from "./remotes.ts";

test.each(["/drive", "/drive/", "/drive/folder/f1", "/share/file/f1"])("drive owns %s", (path) =>
  expect(isDriveRoute(path)).toBe(true),
);

test.each(["/", "/drives", "/driver/x", "/share/file", "/share/files/x", "/mail/drive/"])(
  "drive does not own %s",
  (path) => expect(isDriveRoute(path)).toBe(false),
);
