import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { capabilitiesOfProperties } from "../methods/type-seen.ts";
import { isInScope } from "../scope.ts";
import type { Answer, Conformance } from "./conforms.ts";

/** Calls one method, with the capabilities of its type that are open to who calls, and answers its arguments; those of an error have `error: true`. */
export async function callMethod(
  { engine, actor, using: more = [] }: Pick<Conformance, "engine" | "actor" | "using">,
  type: TypeDescription,
  verb: string,
  args: JsonObject,
): Promise<Answer> {
  const ofProperties = capabilitiesOfProperties(type).filter((urn) => isInScope(actor, urn));
  const using = ["urn:ietf:params:jmap:core", type.capability, ...ofProperties, ...more];
  const methodCalls = [[`${type.name}/${verb}`, args, "c"]];
  const { methodResponses } = await engine.handle(actor, { using, methodCalls });
  const [name, answer] = methodResponses[0]!;
  return name === "error" ? { ...answer, error: true } : { ...answer };
}
