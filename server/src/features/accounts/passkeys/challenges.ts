import { randomBytes } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { hashOf } from "../credentials/secrets.ts";
import type { Limits } from "../limits.ts";
import { deleteChallenges, takeChallenge } from "./passkeys.store.ts";

const PURPOSE = "passkey-challenge";
const RANDOM = 16;
const TIME = 6;

/** For what a passkey is asked, and of whom: nobody else's answer counts. */
export interface Asked {
  readonly what: "sign-in" | "add";
  /** The session's id; at sign-in, a secret of the browser. */
  readonly of: string;
}

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Challenges for authenticators: random, good for minutes, for one purpose and one browser, and once. They are signed and
 * kept nowhere until they are answered, so that nobody can fill the store by asking.
 */
export function createChallenges(options: {
  db: Db;
  clock: Clock;
  secrets: Pick<Secrets, "sign" | "verify">;
  limits: Limits;
}) {
  const { db, clock, secrets, limits } = options;
  const textOf = (head: Buffer, { what, of }: Asked): string =>
    `${what}\0${of}\0${head.toString("base64url")}`;

  return {
    /** In base64url. */
    make(asked: Asked): string {
      const head = randomBytes(RANDOM + TIME);
      head.writeUIntBE(clock.now().getTime() + limits.passkeyChallenge, RANDOM, TIME);
      const signature = Buffer.from(secrets.sign(PURPOSE, textOf(head, asked)), "base64url");
      return Buffer.concat([head, signature]).toString("base64url");
    },

    /** Whether it was made for this and is still good; if so, it is not from now on. */
    async take(asked: Asked, challenge: string): Promise<boolean> {
      const bytes = Buffer.from(challenge, "base64url");
      if (bytes.length <= RANDOM + TIME) return false;
      const head = bytes.subarray(0, RANDOM + TIME);
      const signature = bytes.subarray(RANDOM + TIME).toString("base64url");
      if (!secrets.verify(PURPOSE, textOf(head, asked), signature)) return false;
      const expiresAt = new Date(head.readUIntBE(RANDOM, TIME));
      if (expiresAt <= clock.now()) return false;
      return takeChallenge(db, hashOf(head.toString("base64url")), expiresAt);
    },

    /** Forgets those that have run out. */
    sweep: (): Promise<void> => deleteChallenges(db, clock.now()),
  };
}
