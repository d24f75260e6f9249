import { namesIn, type SetOf } from "@atrium/contract/types/set";
import type { PatchObject } from "@atrium/contract/types/wire";
import { memberPath } from "@atrium/jmap";

/** Makes one set of another, member by member, so that what others change of it meanwhile stays. */
export const membersPatch = (property: string, before: SetOf, after: SetOf): PatchObject => {
  const lost = namesIn(before).filter((name) => !Object.hasOwn(after, name));
  const won = namesIn(after).filter((name) => !Object.hasOwn(before, name));
  return Object.fromEntries([
    ...lost.map((name) => [memberPath(property, name), null] as const),
    ...won.map((name) => [memberPath(property, name), true] as const),
  ]);
};
