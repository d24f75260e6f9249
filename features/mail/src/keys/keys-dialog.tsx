import { Button, Dialog, KeyHint } from "@atrium/ui";
import { Fragment, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { KEYS, type Command } from "./keys.ts";
import "./keys-dialog.css";

const GROUPS: readonly (readonly [
  heading: "keysMove" | "keysAct" | "keysGo",
  commands: readonly Command[],
])[] = [
  ["keysMove", ["next", "previous", "open", "back", "expandAll", "newWindow", "search", "keys"]],
  ["keysAct", ["archive", "trash", "star", "junk", "select", "read", "unread", "undo"]],
  ["keysGo", ["goInbox", "goStarred", "goSent", "goDrafts", "goArchive"]],
];

/** All keys of the mail screens. */
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
        {GROUPS.map(([heading, commands]) => (
          <section key={heading}>
            <h3>{t(heading)}</h3>
            <dl>
              {commands.map((command) => (
                <Fragment key={command}>
                  <dt>{t(`key_${command}`)}</dt>
                  <dd>
                    {KEYS.filter(([, does]) => does === command)
                      .slice(0, 2)
                      .map(([keys]) => (
                        <KeyHint key={keys} keys={hintOf(keys)} />
                      ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Capital letters are typed with Shift. */
function hintOf(keys: string): string {
  return /^[A-Z]$/.test(keys) ? `shift+${keys.toLowerCase()}` : keys;
}
