import { expect, test } from "vitest";
import { actOf } from "./composer-keys.ts";

const names = ["send", "sendAs", "cc", "bcc", "attach", "link", "template", "leave"] as const;
const done: string[] = [];
const acts = Object.fromEntries(names.map((name) => [name, () => void done.push(name)])) as Record<
  (typeof names)[number],
  () => void
>;

/** What a key does; `+` stands between it and what is held with it. */
function press(keys: string, offered = acts): string | undefined {
  const held = keys.split("+");
  actOf(
    {
      key: held.at(-1)!,
      ctrlKey: held.includes("Control"),
      metaKey: held.includes("Meta"),
      shiftKey: held.includes("Shift"),
      altKey: held.includes("Alt"),
    },
    offered,
  )?.();
  return done.pop();
}

test("keys with Control or Command act, whatever case a letter has", () => {
  const keys = ["Control+Enter", "Meta+Enter", "Control+Shift+Enter", "Control+Shift+C"];
  expect(keys.map((one) => press(one))).toEqual(["send", "send", "sendAs", "cc"]);
  const others = ["Meta+Shift+b", "Control+Shift+A", "Control+k", "Control+Shift+L", "Escape"];
  expect(others.map((one) => press(one))).toEqual(["bcc", "attach", "link", "template", "leave"]);
});

test("what is typed, other keys, and a link where there is no formatted text are the editor's", () => {
  const keys = ["Enter", "k", "Shift+C", "Control+b", "Control+Shift+k", "Control+Alt+k"];
  expect(keys.map((one) => press(one))).toEqual(keys.map(() => undefined));
  expect(press("Shift+Escape")).toBeUndefined();
  expect(
    actOf(
      { key: "k", ctrlKey: true, metaKey: false, shiftKey: false, altKey: false },
      { ...acts, link: undefined },
    ),
  ).toBeUndefined();
});
