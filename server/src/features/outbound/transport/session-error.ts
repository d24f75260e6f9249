import type { Reply } from "./replies.ts";

/** How far a session had come. */
export type Stage =
  | "connect"
  | "greeting"
  | "hello"
  | "tls"
  | "sign-in"
  | "mail"
  | "rcpt"
  | "data"
  | "message"
  | "end";

/** A session broke off, or never came about. Says nothing about single recipients. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly stage: Stage;
  /** What the server said, if it was the server that ended it. */
  readonly reply: Reply | null;
  /** RFC 3463, of class 4 or 5. */
  readonly status: string;

  constructor(
    stage: Stage,
    message: string,
    options: { reply?: Reply | null; status?: string } = {},
  ) {
    super(message);
    this.stage = stage;
    this.reply = options.reply ?? null;
    this.status = options.status ?? options.reply?.status ?? "4.4.2";
  }

  /** Another try will not help: the server wants none of it. */
  get isPermanent(): boolean {
    return this.status.startsWith("5");
  }
}
