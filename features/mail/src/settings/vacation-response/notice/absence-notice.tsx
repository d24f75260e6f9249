import { VacationResponse } from "@atrium/contract/types/vacation-response";
import { useAll, type Account } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { useEffect, useState, type ReactNode } from "react";
import { absenceAt } from "../days.ts";

const AbsenceBanner = lazyPart(() =>
  import("./absence-banner.tsx").then((module) => module.AbsenceBanner),
);

/** How long after the first paint it is asked whether there is a note (milliseconds): the list comes first. */
const LATER = 4000;
const MINUTE = 60_000;

/** A quiet line above the mail while an absence note is on; nothing otherwise, and nothing of it is loaded. */
export function AbsenceNotice({ account }: { readonly account: Account }): ReactNode {
  const record = useAll(account, VacationResponse)?.[0];
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without an answer there is no notice; mail says by itself when the server is away.
      account.fetchAll(VacationResponse).catch(() => undefined);
    }, LATER);
    return () => clearTimeout(timer);
  }, [account]);
  const { state, until } = record ? absenceAt(record, now) : { state: "off", until: null };
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, [until]);
  if (state !== "on") return null;
  return <AbsenceBanner account={account} until={until} />;
}
