import { Refusal, type Refused } from "../../engine/index.ts";
import type { ACCOUNT_REFUSALS } from "../../features/accounts/index.ts";
import type { MAIL_REFUSALS } from "../../features/mail/index.ts";
import type { SUBMISSION_REFUSALS } from "../../features/submission/index.ts";
import { Reply, replyTo } from "../smtp/reply.ts";

type Words = readonly [code: number, text: string];

const HAND_IN: Partial<
  Record<Refused | keyof typeof MAIL_REFUSALS | keyof typeof SUBMISSION_REFUSALS, Words>
> = {
  invalidEmail: [
    554,
    "5.6.0 Message needs one From with one address per author, and at most one Sender",
  ],
  forbiddenFrom: [550, "5.7.1 You may not send with this From or Sender"],
  forbiddenMailFrom: [550, "5.7.1 You may not send from this address"],
  rateLimit: [451, "4.7.1 Too many recipients in an hour, please try again later"],
};

/** RFC 4954 §6. */
const SIGN_IN: Partial<Record<Refused | keyof typeof ACCOUNT_REFUSALS, Words>> = {
  wrongCredentials: [535, "5.7.8 Wrong email address or password"],
  tooManyRequests: [454, "4.7.0 Too many failed sign-ins, please try again later"],
  unavailable: [454, "4.7.0 Server is busy, please try again later"],
};

const inWords = (error: unknown, words: Readonly<Partial<Record<string, Words>>>): Reply => {
  const reply = error instanceof Refusal ? words[error.code] : undefined;
  return reply === undefined ? replyTo(error) : new Reply(...reply);
};

/** What is said when a message is not taken. */
export const handInReply = (error: unknown): Error =>
  error instanceof Refusal ? inWords(error, HAND_IN) : (error as Error);

/** What is said to who cannot sign in. */
export const signInReply = (error: unknown): Reply => inWords(error, SIGN_IN);
