import {
  EMAIL_SIGNATURE_METHODS,
  type EmailSignature,
} from "@atrium/contract/types/email-signature";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { method, realId, refuse } from "../../../engine/index.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { preparing } from "../message/message.ts";
import type { VerifySignatureInput } from "./verify-signature.task.ts";

const VERIFYING = task<VerifySignatureInput, EmailSignature | null>(
  new URL("./verify-signature.task.ts", import.meta.url),
);

/** Of Atrium: checks the S/MIME signature of a message. `signature` is null where it has none. */
export const verifyEmailSignature = method({
  verb: "read",
  capability: CAPABILITY.atriumMail,
  arguments: EMAIL_SIGNATURE_METHODS.verifySignature,
  async run(call, { createdIds }) {
    const { args, accountId, db, services, budget } = call;
    const emailId = realId(args.emailId, createdIds) ?? args.emailId;
    const found = await db
      .selectFrom("email")
      .select(["blob_hash", "size"])
      .where("account_id", "=", accountId)
      .where("id", "=", emailId)
      .executeTakeFirst();
    if (found === undefined) return refuse("notFound", "there is no such Email");
    const { blob_hash: hash, size } = found;
    budget.spend("octetsRead", size);
    const now = services.clock.now();
    const signature = await preparing.run(size, async (): Promise<EmailSignature | null> => {
      const input = async () => moved({ bytes: await services.blobs.read(hash), now });
      try {
        return await services.workers.run(VERIFYING, input);
      } catch (error) {
        if (!(error instanceof TaskOverBudget)) throw error;
        services.log.warn(
          { hash, over: error.over },
          "signature not checked: over the task limits",
        );
        return { isRight: false, unchecked: "unreadable", signer: null };
      }
    });
    return { accountId, signature };
  },
});
