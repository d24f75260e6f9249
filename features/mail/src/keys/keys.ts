import { handleKey, useVerbs, type Verb } from "@atrium/shell";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { COMMANDS, type Command, type CommandKeys } from "../commands.ts";

export type { Command } from "../commands.ts";
/** Set by the window that has a palette; the others need no icons. */
export const commandIcons: { of?: (command: Command) => ReactNode } = {};

/** `isRepeated`: a key that is held asks for it again. */
type Act = (isRepeated?: boolean) => void;
export type Commands = { readonly [Name in Command]?: Act | undefined };

/**
 * Offers commands by their keys and in the palette while the component stands; what is left out is not offered.
 * Several components may do so at once: for each command that counts which came last. Returns what to call with
 * key events of other documents, such as a mail's frame.
 */
export function useKeys(commands: Commands): (event: KeyboardEvent) => void {
  useVerbs(verbsOf(commands));
  return handleKey;
}

export function verbsOf(commands: Commands): readonly Verb[] {
  return (Object.keys(commands) as Command[]).flatMap((command) => {
    const act = commands[command];
    if (!act) return [];
    const { group, keys, byKeyOnly = false }: CommandKeys = COMMANDS[command];
    return {
      id: `mail.${command}`,
      label: group === "keysGo" ? t("goTo", { place: t(`key_${command}`) }) : t(`key_${command}`),
      keys,
      group: t(group),
      words: command,
      icon: commandIcons.of?.(command),
      byKeyOnly,
      act,
    };
  });
}
