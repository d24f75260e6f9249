import { Person } from "@atrium/contract/types/person";
import { SECOND_FACTOR_FOR, type PoliciesRecord } from "@atrium/contract/types/policies";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { useClient } from "@atrium/feature-suite/parts";
import { formatDate } from "@atrium/i18n";
import { serverTime, useRecord, type Account } from "@atrium/jmap";
import { Group } from "@atrium/settings-page";
import { Banner, Choice, Select } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { Reason, type Draft, type PolicyPart } from "./part.tsx";
import { t } from "./strings/index.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = ["0", "7", "14", "30"] as const;
/** `kept`: from the day that is decided already. */
type Start = (typeof DAYS)[number] | "kept";

/** What an administrator has besides the password. */
const OWN = { properties: ["hasSecondFactor", "passkeyCount"] } as const;

const NAMES = {
  nobody: t("nobody"),
  administrators: t("administrators"),
  everybody: t("everybody"),
} as const;

/** Who has to have a second factor, and from when on. */
export function SecondFactorPolicy({
  policies,
  saved,
  account,
  personId,
  change,
  onMayAsk,
}: PolicyPart & {
  /** As they are on the server. */
  readonly saved: PoliciesRecord;
  readonly account: Account;
  /** Who asks it of others, and has to have it first. */
  readonly personId: string;
  /** Whether it may be asked for as it stands in the form. */
  readonly onMayAsk: (mayAsk: boolean) => void;
}): ReactNode {
  const { secondFactorFor: whom, secondFactorReason } = policies;
  const { secondFactorFrom: from } = saved;
  const [chosen, setStart] = useState<Start>();
  const start = chosen ?? (from === null ? "14" : "kept");
  const own = useRecord(account, Person, personId, OWN);
  const hasNone = own?.hasSecondFactor === false && own.passkeyCount === 0;
  const isOwnMissing = hasNone && whom !== "nobody";
  useEffect(() => onMayAsk(!isOwnMissing), [onMayAsk, isOwnMissing]);

  /** Asked for from some days on; what is decided already stays. */
  const ask = (secondFactorFor: PoliciesRecord["secondFactorFor"], start: Start): Draft => ({
    secondFactorFor,
    secondFactorFrom:
      secondFactorFor === "nobody" || start === "0"
        ? null
        : start === "kept"
          ? from
          : utcSeconds(new Date(serverTime() + Number(start) * DAY)),
  });
  return (
    <Group title={t("secondFactor")} intro={t("factorMore")}>
      <div className="settings-form">
        {from !== null && (
          <Asked key={`${saved.secondFactorFor} ${from}`} account={account} from={from} />
        )}
        <Choice
          label={t("factorFor")}
          options={SECOND_FACTOR_FOR.map((value) => ({ value, label: NAMES[value] }))}
          value={whom}
          onChange={(whom) => change(ask(whom, start))}
        />
        {whom !== "nobody" && (
          <>
            <Select<Start>
              label={t("factorFrom")}
              hint={t("factorFromMore")}
              options={[
                ...(from === null ? [] : [{ value: "kept" as const, label: formatDate(from) }]),
                ...DAYS.map((value) => ({
                  value,
                  label: value === "0" ? t("atOnce") : t("inDays", { count: Number(value) }),
                })),
              ]}
              value={start}
              onChange={(start) => {
                setStart(start);
                change(ask(whom, start));
              }}
            />
            <Reason
              value={secondFactorReason}
              onChange={(secondFactorReason) => change({ secondFactorReason })}
            />
          </>
        )}
        {isOwnMissing && <p className="settings-refusal">{t("factorOwnFirst")}</p>}
      </div>
    </Group>
  );
}

/** From when on it is asked for, and how many who need it have none. */
function Asked({ account, from }: { readonly account: Account; readonly from: string }): ReactNode {
  const client = useClient();
  const [missing, setMissing] = useState<number>();
  useEffect(() => {
    let isOpen = true;
    const count = async (): Promise<void> => {
      const { list } = await client.call("Policies/get", {
        accountId: account.id,
        ids: null,
        properties: ["secondFactorMissing"],
      });
      if (isOpen) setMissing(list[0]?.secondFactorMissing ?? undefined);
    };
    // The form is as good without it.
    count().catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [client, account]);
  return (
    <Banner
      severity={missing === 0 ? "info" : "warning"}
      title={t("required", { date: formatDate(from) })}
    >
      {missing !== undefined && t("missing", { count: missing })}
    </Banner>
  );
}
