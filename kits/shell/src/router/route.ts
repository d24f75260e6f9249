import type { Params } from "@atrium/contract/href";
import type { ComponentType } from "react";

/** A screen and the paths it shows at. Made by `route`. */
export interface Route {
  readonly pattern: string;
  readonly screen: ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
}

/**
 * A screen at a pattern: `/contacts/:id` takes one segment as `params.id`; a `*` at the end takes whatever follows.
 * The parameters' names are checked against the screen's `params`.
 */
export function route<const Pattern extends string>(
  pattern: Pattern,
  screen: ComponentType<{ readonly params: Params<Pattern> }>,
): Route {
  return { pattern, screen: screen as Route["screen"] };
}

/** The first route that a path fits, with the decoded parameters. */
export function matchRoute(
  routes: readonly Route[],
  pathname: string,
): { screen: Route["screen"]; params: Record<string, string> } | undefined {
  for (const { pattern, screen } of routes) {
    const params = matchPattern(pattern, pathname);
    if (params) return { screen, params };
  }
  return undefined;
}

/** The parameters of a path that fits the pattern, or undefined. */
export function matchPattern(
  pattern: string,
  pathname: string,
): Record<string, string> | undefined {
  const open = pattern.endsWith("*");
  if (open && !pattern.endsWith("/*")) {
    return pathname.startsWith(pattern.slice(0, -1)) ? {} : undefined;
  }
  const wanted = segments(open ? pattern.slice(0, -2) : pattern);
  const given = segments(pathname);
  if (open ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const have = given[index]!;
    if (want.startsWith(":")) params[want.slice(1)] = decode(have);
    else if (want !== have) return undefined;
  }
  return params;
}

/** A trailing slash makes no difference. */
function segments(path: string): string[] {
  return path.replace(/\/$/, "").split("/");
}

/** A path typed by hand may hold a stray `%`. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
