import { beforeAll, expect, test } from "vitest";
import { makeDemo, testSuite, type TestSuite } from "../testing/organisation.ts";
import type { Suite } from "../wiring/suite.ts";
import type { Values } from "./command.ts";
import { sharedCommands } from "./shared.ts";
import { userCommands } from "./user.ts";

/** What the command line does to people, on a store without a server. */
let suite: TestSuite;
beforeAll(async () => {
  suite = await testSuite();
  await makeDemo(suite, "bob", "carol");
});

/** A command as it is typed; answers what it prints. */
async function atrium(name: string, args: readonly string[], values: Values = {}): Promise<string> {
  const lines: string[] = [];
  await [...userCommands, ...sharedCommands]
    .find((one) => one.name === name)!
    .run({
      terminal: {
        print: (line) => void lines.push(line),
        note: (line) => void lines.push(line),
        readPassword: async () => "",
      },
      // None of these commands reads it.
      config: undefined as never,
      args,
      values,
      open: async () => suite as unknown as Suite,
    });
  return lines.join("\n");
}

test("a user is removed, whose files another one gets, and restored", async () => {
  const bob = "bob@demo.test";
  expect(await atrium("user remove", [bob], { "files-to": "carol@demo.test" })).toBe(
    `bob <${bob}> is removed.\nAll files they had are now in the drive of carol <carol@demo.test>, in a folder named after them.`,
  );
  expect(await atrium("user list", [])).toContain(`${bob}\tbob\tmember\t\tremoved`);
  await expect(atrium("user remove", [bob], { "files-to": "no@demo.test" })).rejects.toThrow(
    "No user has the address no@demo.test.",
  );
  expect(await atrium("user restore", [bob])).toBe(`bob <${bob}> is restored.`);
  await expect(atrium("user restore", [bob])).rejects.toThrow("is not removed");
  expect(await atrium("user list", [])).not.toContain("removed");
});

test("a shared account is removed, and restored with its members", async () => {
  const desk = "desk@demo.test";
  await atrium("shared add", ["Desk", desk], { member: ["carol@demo.test"] });
  expect(await atrium("shared remove", [desk])).toBe(`Desk <${desk}> is removed.`);
  expect(await atrium("shared list", [])).toBe(`${desk}\tDesk\tcarol@demo.test\t\tremoved`);
  expect(await atrium("shared restore", [desk])).toBe(`Desk <${desk}> is restored.`);
  await expect(atrium("shared restore", [desk])).rejects.toThrow("is not removed");
  expect(await atrium("shared list", [])).toBe(`${desk}\tDesk\tcarol@demo.test`);
});
