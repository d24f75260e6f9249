import { expect, test } from "vitest";
import { namedFailure, standstill } from "./stage.ts";

test("a failure without a code goes by its stage", () => {
  expect(namedFailure(new TypeError("Failed to fetch"), "manifest").code).toBe("RUNTIME-003");
  expect(namedFailure(new Error("remoteEntryExports is undefined"), "entry").code).toBe(
    "RUNTIME-008",
  );
  expect(namedFailure(new Error("the remote's own"), "init").code).toBe("RUNTIME-002");
  expect(namedFailure("thrown text", "module").code).toBe("RUNTIME-002");
});

test("a code in the message wins over the stage", () => {
  expect(namedFailure(new Error("… #RUNTIME-004 …"), "manifest").code).toBe("RUNTIME-004");
  expect(namedFailure(new Error("Loading chunk 7 failed."), "module").code).toBe("CHUNK-001");
});

test("a module that the remote was built without is a build failure", () => {
  const error = new Error('Module "./App" does not exist in container.');
  expect(namedFailure(error, "module").code).toBe("BUILD-001");
});

test("standing still names what was waited for", () => {
  expect(standstill("init", 21_000).code).toBe("RUNTIME-002");
  expect(standstill("module", 21_000).code).toBe("CHUNK-001");
});
