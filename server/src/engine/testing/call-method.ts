import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Answer, Conformance } from "./conforms.ts";

/** Calls one method and answers its arguments; those of an error have `error: true`. */
export async function callMethod(
  { engine, actor, using: more = [] }: Pick<Conformance, "engine" | "actor" | "using">,
  type: TypeDescription,
  verb: string,
  args: JsonObject,
): Promise<Answer> {
  const using = ["urn:ietf:params:jmap:core", type.capability, ...more];
  const methodCalls = [[`${type.name}/${verb}`, args, "c"]];
  const { methodResponses } = await engine.handle(actor, { using, methodCalls });
  const [name, answer] = methodResponses[0]!;
  return name === "error" ? { ...answer, error: true } : { ...answer };
}
