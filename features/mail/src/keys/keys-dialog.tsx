import { keyHint, offeredVerbs } from "@atrium/shell";
import { Button, Dialog, KeyHint } from "@atrium/ui";
import { Fragment, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { COMMANDS, type Command, type CommandGroup, type CommandKeys } from "../commands.ts";
import "./keys-dialog.css";

const GROUPS = Object.entries(
  Object.groupBy(
    (Object.keys(COMMANDS) as Command[]).filter((command) => COMMANDS[command].keys.length > 0),
    (command) => COMMANDS[command].group,
  ),
) as [CommandGroup, Command[]][];

/** All keys of the mail screens, and the one that opens the palette. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("keys")}
      size="large"
      actions={<Button onClick={onClose}>{t("close")}</Button>}
    >
      <div className="mail-keys">
        {GROUPS.map(([group, commands]) => (
          <section key={group}>
            <h3>{t(group)}</h3>
            <dl>
              {group === "keysElse" && <Row label={t("key_palette")} keys={["mod+k"]} />}
              {commands.filter(isThere).map((command) => {
                const { keys }: CommandKeys = COMMANDS[command];
                return <Row key={command} label={t(`key_${command}`)} keys={keys.map(keyHint)} />;
              })}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The inboxes of all accounts are only for who sees several. */
function isThere(command: Command): boolean {
  return command !== "goAll" || offeredVerbs().some(({ id }) => id === "mail.goAll");
}

function Row({
  label,
  keys,
}: {
  readonly label: string;
  readonly keys: readonly string[];
}): ReactNode {
  return (
    <Fragment>
      <dt>{label}</dt>
      <dd>
        {keys.slice(0, 2).map((one) => (
          <KeyHint key={one} keys={one} />
        ))}
      </dd>
    </Fragment>
  );
}
