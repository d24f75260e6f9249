import { Organisation, ORGANISATION_ID } from "@atrium/contract/types/organisation";
import { DRIVE_REMOTE } from "@atrium/contract/remotes";
import { Remote } from "@atrium/contract/types/remote";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useRecord, type Account } from "@atrium/jmap";
import { showDriveRemote, showOrganisation } from "@atrium/shell/show-organisation";
import { useEffect, type ReactNode } from "react";
import { useAccountFor } from "../client/client.tsx";

/** Keeps an open window as the organisation looks by now (name, logo, accent), and without a drive that it switched off. */
export function FollowOrganisation(): ReactNode {
  const { account } = useAccountFor(CAPABILITY.organisation);
  return account && <Follow account={account} />;
}

const OF_REMOTE = { properties: ["isEnabled", "reason", "pinnedVersion"] };
const WANT = { properties: ["name", "accent", "logos"] };

function Follow({ account }: { readonly account: Account }): ReactNode {
  const record = useRecord(account, Organisation, ORGANISATION_ID, WANT);
  useEffect(() => {
    if (record) showOrganisation(record);
  }, [record]);
  const drive = useRecord(account, Remote, DRIVE_REMOTE.name, OF_REMOTE);
  useEffect(() => {
    if (drive) showDriveRemote(drive);
  }, [drive]);
  return null;
}
