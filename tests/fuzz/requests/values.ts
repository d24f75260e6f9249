import type { ValueType } from "../../../contract/src/types/define.ts";
import type { Choice } from "../choice.ts";

/**
 * Ids of real records stand as `@email3` until the request is sent: the same seed makes the same requests, whatever the ids
 * are. `at` is a number of a record of the kind.
 */
export const KINDS = [
  "email",
  "mailbox",
  "thread",
  "blob",
  "file",
  "identity",
  "submission",
  "label",
  "account",
  "person",
  "foreignEmail",
  "foreignMailbox",
  "foreignBlob",
  "state",
] as const;
export const PER_KIND = 6;

export const idOf = (kind: (typeof KINDS)[number], choice: Choice): string =>
  `@${kind}${choice.below(PER_KIND)}`;

const WORDS = [
  "hello",
  "re",
  "Carol",
  "회의",
  "a b",
  "*",
  "%",
  "_",
  "\\",
  "'",
  '"',
  "(",
  "a*",
  "from:x",
  "-x",
  "😀",
  "ﬁ",
  "İ",
  "…",
  "__proto__",
  "constructor",
  "$seen",
  "$draft",
  "$flagged",
  "$Junk",
  "inbox",
  "trash",
  "",
];

/** Something that fits the type, more or less. */
export function fitting(type: ValueType, choice: Choice, near?: string): unknown {
  if (typeof type === "object") {
    if ("list" in type)
      return Array.from({ length: choice.size(4) }, () => fitting(type.list, choice, near));
    if ("map" in type)
      return asObject(choice.size(3), () => [choice.of(WORDS), fitting(type.map, choice)]);
    if ("set" in type)
      return asObject(choice.size(3), () => [
        type.set === "Id" ? idNear(near, choice) : choice.of(WORDS),
        true,
      ]);
    if ("oneOf" in type) return choice.of(type.oneOf);
    return shaped(near, choice);
  }
  switch (type) {
    case "Id":
      return idNear(near, choice);
    case "Boolean":
      return choice.oneIn(2);
    case "UnsignedInt":
    case "Int":
    case "Number":
      return choice.oneIn(10) ? choice.of([0, 1, -1, 2 ** 31, 2 ** 53 - 1]) : choice.size(1000);
    case "UTCDate":
      return `20${10 + choice.below(30)}-0${1 + choice.below(9)}-1${choice.below(10)}T10:11:12Z`;
    case "Date":
      return `20${10 + choice.below(30)}-0${1 + choice.below(9)}-1${choice.below(10)}T10:11:12+09:00`;
    default:
      return choice.of(WORDS);
  }
}

function idNear(near: string | undefined, choice: Choice): string {
  const name = (near ?? "").toLowerCase();
  const kind = KINDS.find((one) => name.includes(one));
  if (choice.oneIn(12)) return idOf(choice.of(KINDS), choice);
  return idOf(
    kind ?? (name.includes("parent") ? choice.of(["mailbox", "file"] as const) : choice.of(KINDS)),
    choice,
  );
}

/** Values whose shape is written by hand: addresses, bodies, envelopes. */
function shaped(near: string | undefined, choice: Choice): unknown {
  const part = (depth: number): object => ({
    ...(choice.oneIn(2) ? { partId: choice.of(["a", "b"]) } : { blobId: idOf("blob", choice) }),
    type: choice.of([
      "text/plain",
      "text/html",
      "multipart/mixed",
      "message/rfc822",
      "image/png",
      "x",
    ]),
    name: choice.of(WORDS),
    disposition: choice.of(["inline", "attachment", null]),
    ...(depth < 4 && choice.oneIn(3) && { subParts: [part(depth + 1), part(depth + 1)] }),
  });
  const address = {
    name: choice.of([...WORDS, null]),
    email: choice.of(["bob@demo.test", "x@outside.test", "dave@demo.test", "a", "", "a@b, c@d"]),
  };
  switch (near) {
    case "bodyValues":
      return { a: { value: choice.of(WORDS) }, b: { value: "<p>x</p>" } };
    case "bodyStructure":
      return part(0);
    case "textBody":
    case "htmlBody":
    case "attachments":
      return [part(3)];
    case "envelope":
      return {
        mailFrom: {
          email: "bob@demo.test",
          parameters: choice.of<unknown>([
            null,
            { HOLDFOR: "5" },
            { RET: "FULL" },
            { constructor: "x" },
          ]),
        },
        rcptTo: [address],
      };
    case "headers":
      return [{ name: "X-A", value: " b" }];
    case "snoozed":
      return { until: "2030-01-01T00:00:00Z", moveToMailboxId: idOf("mailbox", choice) };
    default:
      return choice.of<unknown>([
        [address],
        [address, address],
        null,
        { a: choice.of(WORDS) },
        [choice.of(WORDS)],
      ]);
  }
}

export function asObject(
  count: number,
  make: (at: number) => readonly [string, unknown],
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < count; at += 1) put(object, ...make(at));
  return object;
}

/** Also `__proto__`, which is a member like others in JSON. */
export function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    // A copy: what it is put into may stand in it.
    value: structuredClone(value),
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
