import { expect, test } from "vitest";
import { diskFault } from "./disk-error.ts";

const failure = (code: string, message = ""): Error => Object.assign(new Error(message), { code });

test.each([
  [failure("ENOSPC"), "full"],
  [failure("EDQUOT"), "full"],
  [failure("53100", 'could not extend file "base/1": No space left on device'), "full"],
  [failure("EROFS"), "unwritable"],
  [failure("58030"), "unwritable"],
  [failure("42501", 'could not open file "base/1": Read-only file system'), "unwritable"],
  [failure("42501", "permission denied for table email"), null],
  [failure("ENOENT"), null],
  [new Error("a bug"), null],
  ["thrown", null],
])("of %s the disk is %s", (error, fault) => {
  expect(diskFault(error)).toBe(fault);
});
