import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { NameAndAddress } from "./name-and-address.tsx";
import type { Change } from "./one-record.tsx";

/** The name of somebody or something with an address that stays, and its other addresses. */
export function NameAndAliases({
  record: { name, aliases },
  change,
}: {
  readonly record: { readonly name: string; readonly aliases: readonly string[] };
  readonly change: Change;
}): ReactNode {
  function save(newName: string, typed: string): void {
    const after = typed.split(/[\s,;]+/).filter((alias) => alias !== "");
    void change({ name: newName, aliases: after }, t("saved"), { name, aliases });
  }
  return (
    <NameAndAddress
      name={name}
      label={t("aliases")}
      hint={t("aliasesHint")}
      address={aliases.join(", ")}
      onSave={save}
    />
  );
}
