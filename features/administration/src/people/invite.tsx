import type { PersonRecord } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import { formatDateTime } from "@atrium/i18n";
import type { Account, JmapClient } from "@atrium/jmap";
import { useAct } from "@atrium/settings-page";
import { Button, Dialog } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { CopyText } from "../domains/copy-text.tsx";
import { t } from "../strings/index.ts";
import { invitationLink } from "./invitation-link.ts";

/** A link with which a person sets a password, and when it ends. */
export interface MadeInvitation {
  readonly link: string;
  readonly until: string;
}

/** Makes a link for a person; one that was made before ends. */
export async function inviteBy(
  client: Pick<JmapClient, "call">,
  account: Account,
  id: string,
): Promise<MadeInvitation> {
  const { token, expiresAt } = await client.call("Person/invite", { accountId: account.id, id });
  account.sync().catch(() => undefined);
  return { link: invitationLink(token), until: expiresAt };
}

/** Makes a link with which a person sets a password, and shows it once. */
export function Invite({
  account,
  person: { id, name },
}: {
  readonly account: Account;
  readonly person: Pick<PersonRecord, "id" | "name">;
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const [made, setMade] = useState<MadeInvitation>();
  const make = (): Promise<boolean> =>
    act(async () => setMade(await inviteBy(client, account, id)), t("invitationMade"));
  return (
    <>
      <Button onClick={() => void make()}>{t("invite")}</Button>
      {made && <InvitationDialog name={name} made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

/** Shows a link, once. */
export function InvitationDialog({
  name,
  made: { link, until },
  onClose,
}: {
  readonly name: string;
  readonly made: MadeInvitation;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog
      open
      title={t("invitationTitle", { name })}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <p>{t("invitationMore", { date: formatDateTime(until) })}</p>
      <CopyText label={t("link")} copyLabel={t("copyLink")} text={link} />
    </Dialog>
  );
}
