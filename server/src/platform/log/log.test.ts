import { expect, test } from "vitest";
import { createLog } from "./index.ts";

function capture() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  return { lines, log };
}

test("secrets are not written, at any of the depths where they occur", () => {
  const { lines, log } = capture();
  log.info(
    { password: "one", person: { token: "two" }, req: { headers: { cookie: "three" } } },
    "x",
  );
  expect(JSON.stringify(lines)).not.toMatch(/one|two|three/);
  expect(lines[0]).toMatchObject({ password: "[redacted]", person: { token: "[redacted]" } });
});

test("a line names its level and time in words, and an error keeps its stack", () => {
  const { lines, log } = capture();
  log.error({ err: new Error("broken") }, "it broke");
  expect(lines[0]).toMatchObject({ level: "error", msg: "it broke", err: { message: "broken" } });
  expect(Date.parse(lines[0]!["time"] as string)).toBeGreaterThan(0);
});
