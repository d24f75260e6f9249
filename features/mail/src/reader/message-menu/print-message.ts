import type { EmailAddress, EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { formatBytes, formatDateTime } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { MAX_LINES, MAX_TEXTS, runBreaker, sanitise, type WindowLike } from "@atrium/mail-html";
import { t } from "../../strings/index.ts";
import { attachmentsOf, heldParts } from "../attachments-of.ts";

const SHEET = `
body { margin: 0; color: #000; font: 12pt/1.45 system-ui, sans-serif; }
header { margin-bottom: 16pt; border-bottom: 1px solid #888; padding-bottom: 8pt; }
h1 { margin: 0 0 8pt; font-size: 16pt; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2pt 12pt; margin: 0; font-size: 10pt; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
main { contain: layout paint; isolation: isolate; }`;

/** Inside of the mail's own part of the page. */
const INNER = `
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.fixed { font: 10pt/1.45 monospace; }
img { max-width: 100%; } table { max-width: 100%; }`;

/** Prints one message on clean paper: who, to whom, when, what; nothing of the window around it. */
export async function printMessage(
  client: JmapClient,
  accountId: string,
  email: EmailRecord,
  look: { readonly proxied: ReadonlyMap<string, string>; readonly isFixed: boolean },
): Promise<void> {
  const frame = document.createElement("iframe");
  frame.className = "mail-print";
  frame.title = t("messageText");
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.src = "/frame/mail";
  for (const before of document.querySelectorAll("iframe.mail-print")) before.remove();
  const loaded = new Promise((resolve, reject) => {
    frame.addEventListener("load", resolve, { once: true });
    frame.addEventListener("error", reject, { once: true });
  });
  document.body.append(frame);
  await loaded;
  const { contentWindow: window, contentDocument: page } = frame;
  if (!window || !page) throw new Error("no frame to print from");
  const held = await loadHeld(client, accountId, heldParts(email));
  page.title = email.subject ?? t("noSubject");
  page.head.append(sheetOf(page, SHEET));
  // The mail's styles reach the mail and, at most, what is around it inside of `main`: who it is from is ours to say.
  const content = page.createElement("main");
  const around = page.createElement("div");
  content.append(around);
  const inside = around.attachShadow({ mode: "open" });
  inside.append(sheetOf(page, INNER));
  const html = email.htmlBody.some(({ type }) => type === "text/html");
  for (const { partId, type } of (html ? email.htmlBody : email.textBody).slice(0, MAX_TEXTS)) {
    const value = email.bodyValues[partId ?? ""]?.value;
    if (value === undefined) continue;
    if (type === "text/html") {
      const mail = sanitise(
        value,
        (cid) => held.get(cid),
        window as Window & WindowLike,
        look.proxied,
      );
      inside.append(...mail.styles.map((sheet) => sheetOf(page, sheet)));
      inside.append(page.importNode(mail.body, true));
    } else {
      const text = page.createElement("pre");
      if (look.isFixed) text.className = "fixed";
      text.textContent = runBreaker()(value.split("\n").slice(0, MAX_LINES).join("\n"));
      inside.append(text);
    }
  }
  page.body.replaceChildren(headOf(page, email), content);
  const pictures = [...inside.querySelectorAll("img")];
  await Promise.allSettled(pictures.map((image) => image.decode()));
  window.print();
}

function sheetOf(page: Document, text: string): HTMLStyleElement {
  const style = page.createElement("style");
  style.textContent = text;
  return style;
}

function headOf(page: Document, email: EmailRecord): HTMLElement {
  const head = page.createElement("header");
  const title = page.createElement("h1");
  title.textContent = email.subject?.trim() || t("noSubject");
  const list = page.createElement("dl");
  const rows: (readonly [string, string])[] = [
    [t("from"), people(email.from)],
    [t("to"), people(email.to)],
    [t("cc"), people(email.cc)],
    [t("sentOn"), formatDateTime(email.sentAt ?? email.receivedAt)],
    [
      t("attachments"),
      attachmentsOf(email)
        .map(({ name, size }) => `${name ?? t("unnamedFile")} (${formatBytes(size)})`)
        .join(", "),
    ],
  ];
  for (const [name, value] of rows) {
    if (value === "") continue;
    const term = page.createElement("dt");
    term.textContent = name;
    const words = page.createElement("dd");
    words.textContent = value;
    list.append(term, words);
  }
  head.append(title, list);
  return head;
}

const people = (addresses: readonly EmailAddress[] | null): string =>
  (addresses ?? []).map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", ");

async function loadHeld(
  client: JmapClient,
  accountId: string,
  parts: readonly EmailBodyPart[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await Promise.allSettled(
    parts.map(async ({ cid, blobId, type, name }) => {
      if (cid === null || blobId === null) return;
      const response = await fetch(client.downloadUrl(accountId, blobId, name ?? "image", type));
      if (!response.ok) return;
      const blob = new Blob([await response.arrayBuffer()], { type });
      found.set(cid, URL.createObjectURL(blob));
    }),
  );
  return found;
}
