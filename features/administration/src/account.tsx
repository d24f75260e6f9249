import { CAPABILITY } from "@atrium/contract/types/wire";
import { useAccountFor } from "@atrium/feature-suite/parts";
import type { Account } from "@atrium/jmap";
import { ListSkeleton } from "@atrium/settings-page";
import { ErrorCard } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** Shows what stands on the organisation's account, as soon as it is known. */
export function WithOrganisation({
  children,
}: {
  readonly children: (account: Account) => ReactNode;
}): ReactNode {
  const { account, retry } = useAccountFor(CAPABILITY.administration);
  if (account === null) return <ErrorCard title={t("loadFailed")} onRetry={() => void retry()} />;
  return account === undefined ? <ListSkeleton /> : children(account);
}
