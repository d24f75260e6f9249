import { parseAddresses } from "../mime/index.ts";
import type { Step } from "./step.ts";
import type { Context } from "./context.ts";
import { mimeParameter, mimeValue, textOf, type Field } from "./message.ts";

/** The values that tests compare with their keys. Reading them is charged to the budget. */

const PARTS = ["localpart", "domain", "user", "detail"] as const;

/** The fields with a name. */
export function namedFields({ tags }: Step, name: string, run: Context): readonly Field[] {
  const wanted = name.toLowerCase();
  const all = tags.has("mime") ? mimeFields(tags.has("anychild"), run) : run.fields;
  run.budget.spend(all.length + 1);
  return all.filter((field) => field.name === wanted);
}

/** Fields of the current part, or of the message; with `:anychild`, also of its descendants (RFC 5703 §4). */
function mimeFields(
  withChildren: boolean,
  { parts, part, root, fields, budget }: Context,
): readonly Field[] {
  const own = part === undefined || part === root ? fields : parts.fields(part);
  if (!withChildren) return own;
  const below = parts.below(part ?? root);
  budget.spend(below.length);
  return [...own, ...below.flatMap((one) => parts.fields(one))];
}

/** Fields with one of the names, in the order of the names; with `:index` only that one (RFC 5260 §6). */
function fieldsOf(step: Step, run: Context): readonly Field[] {
  const { tags, args } = step;
  const all = run.variables.texts(args[0]).flatMap((name) => namedFields(step, name, run));
  return tags.has("index") ? indexed(all, step) : all;
}

function indexed<One>(all: readonly One[], { tags }: Step): readonly One[] {
  const index = tags.get("index") as number;
  const one = all.at(tags.has("last") ? -index : index - 1);
  return one === undefined ? [] : [one];
}

const paid = (fields: readonly Field[], { budget }: Context): readonly Field[] => {
  for (const { raw } of fields) budget.spend(raw.length + 1);
  return fields;
};

export function headerValues(step: Step, run: Context): readonly string[] {
  const { tags } = step;
  const fields = paid(fieldsOf(step, run), run);
  const what = (["type", "subtype", "contenttype"] as const).find((one) => tags.has(one));
  if (what) return fields.map((field) => mimeValue(field, what));
  if (!tags.has("param")) return fields.map(textOf);
  const names = run.variables.texts(tags.get("param"));
  return fields.flatMap((field) =>
    names.flatMap((name) => {
      run.budget.spend(field.raw.length + 1);
      return mimeParameter(field, name) ?? [];
    }),
  );
}

export function addressValues(step: Step, run: Context): readonly string[] {
  return paid(fieldsOf(step, run), run)
    .flatMap(({ raw }) => parseAddresses(raw))
    .flatMap(({ email, name }) => addressPart(email || (name ?? ""), step.tags) ?? []);
}

export function envelopeValues({ args, tags }: Step, run: Context): readonly string[] {
  const { from, to } = run.surroundings.envelope;
  const values = run.variables.texts(args[0]).flatMap((part) => {
    const address = part.toLowerCase() === "from" ? from : to;
    // RFC 5228 §5.4: the null sender is an empty string, for every address part.
    return address === "" ? "" : (addressPart(address, tags) ?? []);
  });
  return tags.has("count") ? values.filter(Boolean) : values;
}

export function bodyValues({ tags }: Step, { parts, root, variables }: Context): readonly string[] {
  if (tags.has("raw")) return parts.rawBodies(root);
  if (tags.has("content")) return parts.bodyContents(root, variables.texts(tags.get("content")));
  return parts.bodyTexts(root);
}

/** RFC 5228 §2.7.4, RFC 5233; `undefined` if there is no such part. Invalid addresses have no parts. */
function addressPart(address: string, tags: Step["tags"]): string | undefined {
  const at = address.lastIndexOf("@");
  if (at < 0) return PARTS.some((part) => tags.has(part)) ? undefined : address;
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (tags.has("localpart")) return local;
  if (tags.has("domain")) return domain;
  const plus = local.indexOf("+");
  if (tags.has("user")) return plus < 0 ? local : local.slice(0, plus);
  if (tags.has("detail")) return plus < 0 ? undefined : local.slice(plus + 1);
  return address;
}
