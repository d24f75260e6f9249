import type { EmailRecord } from "@atrium/contract/types/email";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { refuse, type Actor, type Engine } from "../../engine/index.ts";

/** Reads properties of one email as the actor may see it. @throws Refusal `notFound` where there is none to see. */
export async function readMail<Extra extends object = object>(
  engine: Engine,
  actor: Actor,
  { accountId, emailId }: { readonly accountId: string; readonly emailId: string },
  properties: readonly string[],
  args: JsonObject = {},
): Promise<EmailRecord & Extra> {
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.mail],
    methodCalls: [["Email/get", { accountId, ids: [emailId], properties, ...args }, "mail"]],
  });
  const [name, answer] = methodResponses[0]!;
  const [record] = name === "error" ? [] : (answer["list"] as readonly (EmailRecord & Extra)[]);
  return record ?? refuse("notFound");
}
