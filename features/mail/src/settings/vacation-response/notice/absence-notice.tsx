import { VacationResponse } from "@atrium/contract/types/vacation-response";
import { useAll, type Account } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { useEffect, useState, type ReactNode } from "react";
import { useFetchLater } from "../../use-fetch-later.ts";
import { absenceAt } from "../days.ts";

const AbsenceBanner = lazyPart(() =>
  import("./absence-banner.tsx").then((module) => module.AbsenceBanner),
);

const MINUTE = 60_000;

/** A quiet line above the mail while an absence note is on; nothing otherwise, and nothing of it is loaded. */
export function AbsenceNotice({ account }: { readonly account: Account }): ReactNode {
  const record = useAll(account, VacationResponse)?.[0];
  const [now, setNow] = useState(() => Date.now());
  useFetchLater(account, VacationResponse);
  const { state, until } = record ? absenceAt(record, now) : { state: "off", until: null };
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, [until]);
  if (state !== "on") return null;
  return <AbsenceBanner account={account} until={until} />;
}
