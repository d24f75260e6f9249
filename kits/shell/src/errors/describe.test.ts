import { expect, test } from "vitest";
import { describeLoadError, LoadError } from "./describe.ts";

const bundlerError = (message: string, extra: object = {}) =>
  Object.assign(new Error(message), extra);

test.each([
  ["[ Federation Runtime ]: Failed to get manifest. #RUNTIME-003\nargs: {}", "RUNTIME-003"],
  ["The remote's entry script did not load. #RUNTIME-008 {}", "RUNTIME-008"],
  ["Loading chunk 318 failed.\n(error: http://a.test/318.js)", "CHUNK-001"],
  ["Loading CSS chunk 318 failed.\n(http://a.test/318.css)", "STYLE-001"],
])("%s", (message, code) => {
  expect(describeLoadError(new Error(message))).toEqual({ code, detail: message });
});

test("the bundler's own marks count without its words", () => {
  expect(describeLoadError(bundlerError("x", { name: "ChunkLoadError" }))?.code).toBe("CHUNK-001");
  expect(describeLoadError(bundlerError("x", { code: "CSS_CHUNK_LOAD_FAILED" }))?.code).toBe(
    "STYLE-001",
  );
});

test("an error that names its code keeps it", () => {
  expect(describeLoadError(new LoadError("BUILD-001", "no mount"))).toEqual({
    code: "BUILD-001",
    detail: "no mount",
  });
});

test("a bug of ours is no load failure", () => {
  expect(describeLoadError(new TypeError("x is undefined"))).toBeUndefined();
  expect(describeLoadError("thrown text")).toBeUndefined();
});
