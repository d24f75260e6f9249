import { Quota } from "@atrium/contract/types/quota";
import { useAll, type Account } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import type { ReactNode } from "react";
import { useFetchLater } from "../../use-fetch-later.ts";

const StorageBanner = lazyPart(() =>
  import("./storage-banner.tsx").then((module) => module.StorageBanner),
);

/** A line above the mail once there is little room for more; nothing otherwise. */
export function StorageNotice({ account }: { readonly account: Account }): ReactNode {
  const quotas = useAll(account, Quota);
  useFetchLater(account, Quota);
  const hasMuch = quotas?.some(
    ({ used, hardLimit, warnLimit }) => used >= (warnLimit ?? hardLimit),
  );
  // How much it is is for the part that comes now.
  return hasMuch ? <StorageBanner quotas={quotas!} /> : null;
}
