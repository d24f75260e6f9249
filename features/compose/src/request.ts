import { href } from "@atrium/contract/href";
import type { EmailAddress } from "@atrium/contract/types/email";
import { awaitField } from "./catch-typing.ts";

/** What a user wants to write. `draft` goes on with one, or shows a mail that is to be sent later. */
export type ComposeRequest =
  | {
      readonly kind: "new";
      readonly to?: readonly EmailAddress[];
      readonly cc?: readonly EmailAddress[];
      readonly bcc?: readonly EmailAddress[];
      readonly subject?: string;
      /** Plain text. */
      readonly body?: string;
    }
  | {
      readonly kind: "reply" | "replyAll" | "forward" | "draft";
      readonly accountId: string;
      readonly emailId: string;
    }
  /** What was sent, once more, to those alone whom it did not reach. */
  | {
      readonly kind: "resend";
      readonly accountId: string;
      readonly emailId: string;
      readonly to: readonly EmailAddress[];
    }
  /** Goes on with what another window wrote, or this one before it was loaded again. */
  | {
      readonly kind: "carried";
      readonly key: string;
      readonly accountId?: string | undefined;
      readonly emailId?: string | undefined;
    };

let isDockHere = false;
let waiting: ComposeRequest[] = [];
const listeners = new Set<() => void>();

/** Opens a message in this window's dock, or in a window of its own where there is none. */
export function openCompose(request: ComposeRequest): void {
  if (!isDockHere) {
    openComposeWindow(composeUrl(request));
    return;
  }
  awaitField(() => {
    waiting.push(request);
    for (const listener of listeners) listener();
  });
}

/** This window has a dock, until the answer is called; `listener` is called when requests wait for it. */
export function holdDock(listener: () => void): () => void {
  isDockHere = true;
  listeners.add(listener);
  return () => {
    isDockHere = false;
    listeners.delete(listener);
  };
}

/** The dock's own parts take what waits for them. */
export function followRequests(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function takeWaiting(): readonly ComposeRequest[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** A window that the browser does not let open becomes a tab, and where it lets none open, a page of this one. */
export function openComposeWindow(url: string): void {
  if (!opened(url)) location.assign(url);
}

/** The window in which a message is written, if the browser lets it open. */
export function openWindow(request: ComposeRequest): Window | null {
  return opened(composeUrl(request));
}

function opened(url: string): Window | null {
  return window.open(url, "_blank", "popup,width=760,height=780") ?? window.open(url, "_blank");
}

/** The address of the window in which a message is written. */
export function composeUrl(request: ComposeRequest): string {
  const search = new URLSearchParams({ kind: request.kind });
  if (request.kind === "new") {
    for (const field of ["to", "cc", "bcc"] as const) {
      const list = (request[field] ?? []).map(written).join(", ");
      if (list) search.set(field, list);
    }
    if (request.subject) search.set("subject", request.subject);
    if (request.body) search.set("body", request.body);
  } else {
    if (request.kind === "carried") search.set("key", request.key);
    if (request.accountId !== undefined) search.set("account", request.accountId);
    if (request.emailId !== undefined) search.set("email", request.emailId);
    if (request.kind === "resend") search.set("to", request.to.map(written).join(", "));
  }
  return href("/mail/write/", undefined, search);
}

function written({ name, email }: EmailAddress): string {
  return name ? `"${name.replace(/["\\]/g, "\\$&")}" <${email}>` : email;
}

/** The request that an address of the window stands for. */
export function requestOf(search: string, read: (text: string) => EmailAddress[]): ComposeRequest {
  const given = new URLSearchParams(search);
  const kind = given.get("kind");
  const accountId = given.get("account");
  const emailId = given.get("email");
  const key = given.get("key");
  if (kind === "carried" && key)
    return {
      kind,
      key,
      ...(accountId && { accountId }),
      ...(emailId && { emailId }),
    };
  const isOfMail =
    kind === "reply" || kind === "replyAll" || kind === "forward" || kind === "draft";
  if (isOfMail && accountId && emailId) return { kind, accountId, emailId };
  if (kind === "resend" && accountId && emailId)
    return { kind, accountId, emailId, to: read(given.get("to") ?? "") };
  return {
    kind: "new",
    to: read(given.get("to") ?? ""),
    cc: read(given.get("cc") ?? ""),
    bcc: read(given.get("bcc") ?? ""),
    subject: given.get("subject") ?? "",
    body: given.get("body") ?? "",
  };
}
