import { stripComments } from "../mime/index.ts";
import { MAX_EXTENSION_FIELDS, MAX_NOTIFICATION, MAX_NOTIFICATION_FIELD } from "./limits.ts";

export const ACTION_MODES = ["manual-action", "automatic-action"] as const;
export const SENDING_MODES = ["mdn-sent-manually", "mdn-sent-automatically"] as const;
export const DISPOSITION_TYPES = ["deleted", "dispatched", "displayed", "processed"] as const;

/** What became of a message, and whether a person had a part in that and in saying so (RFC 8098 §3.2.6). */
export interface Disposition {
  readonly actionMode: (typeof ACTION_MODES)[number];
  readonly sendingMode: (typeof SENDING_MODES)[number];
  readonly type: (typeof DISPOSITION_TYPES)[number];
}

/** What machines read of a read receipt (RFC 8098 §3.1). Values are as they stand in their fields, unfolded. */
export interface DispositionNotification {
  readonly reportingUA: string | null;
  readonly mdnGateway: string | null;
  /** With its type: `rfc822; ann@x.example`. */
  readonly originalRecipient: string | null;
  readonly finalRecipient: string | null;
  /** In its angle brackets. */
  readonly originalMessageId: string | null;
  readonly disposition: Disposition;
  /** What the `Error` fields say; null where there are none. */
  readonly error: readonly string[] | null;
  /** The values of other fields by their names. */
  readonly extensionFields: Readonly<Record<string, string>> | null;
}

const NAMES = {
  reportingUA: "Reporting-UA",
  mdnGateway: "MDN-Gateway",
  originalRecipient: "Original-Recipient",
  finalRecipient: "Final-Recipient",
  originalMessageId: "Original-Message-ID",
} as const;

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(NAMES).map((name) => name.toLowerCase()),
  "disposition",
  "error",
]);

/** Whether it may be the name of a field that this standard does not know (RFC 8098 §3.3). */
export function isExtensionName(name: string): boolean {
  return /^[!-9;-~]{1,200}$/.test(name) && !KNOWN.has(name.toLowerCase());
}

/** Reads a `message/disposition-notification`; null when it is none. Of several fields of one name the first counts. */
export function readDispositionNotification(text: string): DispositionNotification | null {
  const fields = fieldsOf(text);
  const first = new Map<string, string>();
  const errors: string[] = [];
  const extensions = new Map<string, string>();
  for (const { name, value } of fields) {
    const lower = name.toLowerCase();
    if (lower === "error" && errors.length < MAX_EXTENSION_FIELDS) errors.push(value);
    if (first.has(lower)) continue;
    first.set(lower, value);
    if (isExtensionName(name) && extensions.size < MAX_EXTENSION_FIELDS)
      extensions.set(name, value);
  }
  const disposition = readDisposition(first.get("disposition") ?? "");
  if (disposition === null) return null;
  const valueOf = (name: keyof typeof NAMES): string | null =>
    first.get(NAMES[name].toLowerCase()) || null;
  return {
    reportingUA: valueOf("reportingUA"),
    mdnGateway: valueOf("mdnGateway"),
    originalRecipient: valueOf("originalRecipient"),
    finalRecipient: valueOf("finalRecipient"),
    originalMessageId: valueOf("originalMessageId"),
    disposition,
    error: errors.length > 0 ? errors : null,
    extensionFields: extensions.size > 0 ? Object.fromEntries(extensions) : null,
  };
}

/** `manual-action/MDN-sent-manually; displayed`, maybe with modifiers behind a slash, in any case. */
function readDisposition(value: string): Disposition | null {
  const plain = stripComments(value).toLowerCase();
  const [modes = "", rest = ""] = plain.split(";", 2);
  const [action = "", sending = ""] = modes.split("/", 2).map((word) => word.trim());
  const named = rest.split("/", 1)[0]!.trim();
  const actionMode = ACTION_MODES.find((one) => one === action);
  const sendingMode = SENDING_MODES.find((one) => one === sending);
  const type = DISPOSITION_TYPES.find((one) => one === named);
  return actionMode && sendingMode && type ? { actionMode, sendingMode, type } : null;
}

interface Field {
  readonly name: string;
  readonly value: string;
}

function fieldsOf(text: string): Field[] {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of text.slice(0, MAX_NOTIFICATION).split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      fields.at(-1)?.lines.push(line.trim());
      continue;
    }
    const colon = line.indexOf(":");
    if (colon > 0)
      fields.push({ name: line.slice(0, colon).trim(), lines: [line.slice(colon + 1).trim()] });
    // An empty line ends them.
    else if (line.trim() === "" && fields.length > 0) break;
  }
  return fields.map(({ name, lines }) => ({
    name,
    value: lines.join(" ").slice(0, MAX_NOTIFICATION_FIELD).trim(),
  }));
}

/** Writes a `message/disposition-notification`. Line ends in values become spaces. */
export function writeDispositionNotification(
  notification: Omit<DispositionNotification, "mdnGateway" | "error">,
): string {
  const { disposition, extensionFields, ...named } = notification;
  const { actionMode, sendingMode, type } = disposition;
  const given = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((key) => {
    const value = key === "mdnGateway" ? null : named[key];
    return value === null ? [] : [[NAMES[key], value] as const];
  });
  const extensions = Object.entries(extensionFields ?? {}).filter(([name]) =>
    isExtensionName(name),
  );
  return [
    ...given,
    ["Disposition", `${actionMode}/${sendingMode}; ${type}`] as const,
    ...extensions,
  ]
    .map(([name, value]) => `${name}: ${oneLine(value)}\r\n`)
    .join("");
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, MAX_NOTIFICATION_FIELD)
    .trim();
