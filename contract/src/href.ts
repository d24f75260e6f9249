import type { PagePattern } from "./applications.ts";

/** The names after `:` in a pattern. */
export type Params<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? Params<Head> & Params<Rest>
  : Pattern extends `:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

/**
 * The address of a page of the suite: `href("/help/:slug", { slug })`.
 * @param search what follows as the query.
 */
export function href<const Pattern extends PagePattern>(
  pattern: Pattern,
  ...[params, search]: unknown extends Params<Pattern>
    ? [params?: undefined, search?: URLSearchParams]
    : [params: Params<Pattern>, search?: URLSearchParams]
): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name]!),
  );
  return search?.size ? `${path}?${search}` : path;
}
