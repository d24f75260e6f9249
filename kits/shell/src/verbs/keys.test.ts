import { afterEach, expect, test } from "vitest";
import { handleKey, keyHint } from "./keys.ts";
import { offeredVerbs, registered, searchSources, sources, type Verb } from "./registry.ts";

const done: string[] = [];
const verb = (id: string, ...keys: string[]): Verb => ({
  id,
  label: id,
  keys,
  act: () => void done.push(id),
});
const offer = (...verbs: Verb[]): void => void registered.push({ verbs });
afterEach(() => {
  registered.length = 0;
  sources.length = 0;
  done.length = 0;
});

let now = 0;
function press(key: string, more: Partial<KeyboardEvent> = {}): boolean {
  let isTaken = false;
  now += 100;
  handleKey({
    key,
    code: "",
    timeStamp: now,
    target: null,
    preventDefault: () => (isTaken = true),
    ...more,
  } as KeyboardEvent);
  return isTaken;
}
const inside = (...fields: string[]): Partial<KeyboardEvent> => ({
  target: {
    closest: (selector: string) =>
      fields.some((field) => selector.split(", ").includes(field))
        ? { matches: () => false }
        : null,
  } as unknown as EventTarget,
});

test("a key does its verb, and one without a verb is left to the page", () => {
  offer(verb("archive", "e"), verb("trash", "#", "Delete"));
  expect(press("e")).toBe(true);
  expect(press("Delete")).toBe(true);
  expect(press("q")).toBe(false);
  expect(done).toEqual(["archive", "trash"]);
});

test("a pair is one key after the other, within a moment", () => {
  offer(verb("goInbox", "g i"), verb("goTrash", "g #"), verb("insert", "i"));
  press("g");
  press("i");
  press("g");
  press("Shift", { shiftKey: true });
  press("#", { shiftKey: true });
  press("g");
  now += 2000;
  press("i");
  expect(done).toEqual(["goInbox", "goTrash", "insert"]);
});

test("of two verbs for one key or with one id, that counts which was offered last", () => {
  offer(verb("list.reply", "r"), verb("archive", "e"));
  offer(verb("reader.reply", "r"), { ...verb("archive", "e"), label: "the reader's" });
  press("r");
  expect(done).toEqual(["reader.reply"]);
  expect(offeredVerbs().find(({ id }) => id === "archive")!.label).toBe("the reader's");
});

test("keys are off while the user types, composes, or answers a dialog", () => {
  offer(verb("archive", "e"), verb("open", "Enter"));
  for (const field of ["input", "textarea", "[contenteditable]", "[role=dialog]", "dialog"])
    expect(press("e", inside(field))).toBe(false);
  expect(press("e", { isComposing: true })).toBe(false);
  expect(press("e", { keyCode: 229 })).toBe(false);
  expect(press("e", { ctrlKey: true })).toBe(false);
  expect(press("Enter", inside("button"))).toBe(false);
  expect(press("Enter", inside("div"))).toBe(true);
  expect(done).toEqual(["open"]);
});

test("a Korean keyboard in its own mode counts by place", () => {
  offer(verb("next", "j"), verb("read", "I"));
  press("ㅓ", { code: "KeyJ" });
  press("ㅑ", { code: "KeyI", shiftKey: true });
  expect(done).toEqual(["next", "read"]);
});

test("a hint says that a capital letter is typed with Shift", () => {
  expect(["I", "e", "#", "g i"].map(keyHint)).toEqual(["shift+i", "e", "#", "g i"]);
});

test("a source that fails finds nothing, and does not keep the others", async () => {
  sources.push(
    { find: () => Promise.reject(new Error("no network")) },
    { find: () => [verb("a")] },
  );
  const found = await Promise.all(searchSources("x"));
  expect(found.map((list) => list.length)).toEqual([0, 1]);
});

test("Space has a name of its own, with Shift too, and presses the button that it is on", () => {
  offer(verb("on", "Space"), verb("back", "Shift+Space"));
  expect(press(" ")).toBe(true);
  expect(press(" ", { shiftKey: true })).toBe(true);
  expect(press(" ", inside("button"))).toBe(false);
  expect(done).toEqual(["on", "back"]);
});
