import { refuseProperty } from "../../../../engine/index.ts";
import type { PartPlan, PartPlanner } from "./plan-parts.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * The tree of parts of a new Email: as the client drew it in `bodyStructure`, or made of its text, HTML and
 * attachments.
 * @throws Refusal `invalidProperties` (RFC 8621 §4.6)
 */
export function planBodies(record: Json, planner: PartPlanner): PartPlan {
  const { bodyStructure, textBody, htmlBody, attachments } = record;
  if (bodyStructure !== undefined) {
    for (const name of ["textBody", "htmlBody", "attachments"])
      if (record[name] !== undefined) refuseProperty(name, "there is a bodyStructure already");
    return planner.part(bodyStructure, "bodyStructure");
  }
  const text = body(planner, textBody, "textBody", "text/plain");
  const html = body(planner, htmlBody, "htmlBody", "text/html");
  const files = ((attachments ?? []) as readonly unknown[]).map((given, index) => {
    // What the HTML shows by its Content-ID belongs to it (RFC 2387); everything else is a file.
    const isShown = html !== null && isEmbedded(given);
    const path = `attachments/${index}`;
    return {
      isShown,
      part: planner.part(given, path, { disposition: isShown ? "inline" : "attachment" }),
    };
  });
  const shown = files.filter(({ isShown }) => isShown).map(({ part }) => part);
  const rest = files.filter(({ isShown }) => !isShown).map(({ part }) => part);
  const wholeHtml =
    html === null || shown.length === 0 ? html : multipart("related", [html, ...shown]);
  const bodies = [text, wholeHtml].filter((part) => part !== null);
  const all = [...(bodies.length > 1 ? [multipart("alternative", bodies)] : bodies), ...rest];
  if (all.length === 0) return emptyText();
  return rest.length === 0 ? all[0]! : multipart("mixed", all);
}

function body(
  planner: PartPlanner,
  given: unknown,
  property: string,
  type: string,
): PartPlan | null {
  if (given === undefined) return null;
  const parts = given as readonly unknown[];
  if (parts.length !== 1) refuseProperty(property, "has exactly one part");
  const part = planner.part(parts[0], `${property}/0`, { type });
  if (part.type !== type) refuseProperty(`${property}/0/type`, `is ${type}`);
  return part;
}

function isEmbedded(given: unknown): boolean {
  const { cid, disposition } = (given ?? {}) as Json;
  return typeof cid === "string" && disposition !== "attachment";
}

function multipart(subtype: string, children: readonly PartPlan[]): PartPlan {
  const type = `multipart/${subtype}`;
  return { fields: new Map(), type, parameters: {}, content: { children } };
}

function emptyText(): PartPlan {
  return { fields: new Map(), type: "text/plain", parameters: {}, content: { text: "" } };
}
