import type { Outcome } from "../transport/outcome.ts";

export interface LocalMessage {
  /** As it leaves, but for a signature. */
  readonly bytes: Buffer;
  /** Header fields that say how it came here. */
  readonly trace: string;
  readonly mailFrom: string;
  readonly addresses: readonly string[];
  /** Under this name an account gets the message once. */
  readonly transactionId: string;
}

/** Delivers to people here, without the message leaving this machine. */
export interface LocalDelivery {
  /** Whether mail to the domain ends here. */
  isHere(domain: string): Promise<boolean>;
  /** Each address gets an outcome, whatever happens. Errors that are thrown are temporary. */
  deliver(message: LocalMessage): Promise<Map<string, Outcome>>;
}
