import { namesIn, setOf, type SetOf } from "@atrium/contract/types/set";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { membersPatch } from "./members-patch.ts";
import { NameAndAddress } from "./name-and-address.tsx";
import type { Change } from "./one-record.tsx";

/** The name of somebody or something with an address that stays, and its other addresses. */
export function NameAndAliases({
  record: { name, aliases },
  change,
}: {
  readonly record: { readonly name: string; readonly aliases: SetOf };
  readonly change: Change;
}): ReactNode {
  // Only what was changed is sent: somebody else may change the rest meanwhile.
  function save(newName: string, typed: string): void {
    const after = setOf(typed.split(/[\s,;]+/).filter((alias) => alias !== ""));
    const [named, namedBefore] = newName === name ? [{}, {}] : [{ name: newName }, { name }];
    void change({ ...named, ...membersPatch("aliases", aliases, after) }, t("saved"), {
      ...namedBefore,
      ...membersPatch("aliases", after, aliases),
    });
  }
  return (
    <NameAndAddress
      name={name}
      label={t("aliases")}
      hint={t("aliasesHint")}
      address={namesIn(aliases).join(", ")}
      onSave={save}
    />
  );
}
