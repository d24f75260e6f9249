import type { AccountStorage } from "@atrium/contract/types/storage";
import { useClient } from "@atrium/feature-suite/parts";
import { formatBytes, formatNumber } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Answered, Group, Usage, useRead } from "@atrium/settings-page";
import { Button, TextField } from "@atrium/ui";
import { useCallback, useState, type FormEvent, type ReactNode } from "react";
import type { Change } from "../one/one-record.tsx";
import { t } from "../strings/index.ts";
import { countOf, gigabytesOf, octetsOf } from "./gigabytes.ts";

interface Owner {
  readonly id: string;
  readonly quotaOctets: number | null;
  readonly quotaEmails: number | null;
}

/** What one account keeps, and how much it may. */
export function AccountQuota({
  account,
  method,
  record,
  change,
}: {
  /** The organisation's. */
  readonly account: Account;
  readonly method: "Person/storage" | "SharedAccount/storage";
  readonly record: Owner;
  readonly change: Change;
}): ReactNode {
  const { quotaOctets, quotaEmails } = record;
  const client = useClient();
  const { id } = record;
  const { answer, reload } = useRead(
    useCallback(
      (): Promise<AccountStorage> => client.call(method, { accountId: account.id, id }),
      [client, account, method, id],
    ),
  );
  return (
    <Group title={t("storage")} intro={t("storageMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {({ octets, emails }) => (
          <>
            <div className="settings-list">
              <Usage
                label={t("mailAndFiles")}
                kind="octets"
                used={octets.used}
                limit={quotaOctets ?? octets.usual}
              />
              <Usage
                label={t("messages")}
                kind="count"
                used={emails.used}
                limit={quotaEmails ?? emails.usual}
              />
            </div>
            <Limits
              key={`${quotaOctets} ${quotaEmails}`}
              storage={{ octets, emails }}
              record={record}
              change={change}
            />
          </>
        )}
      </Answered>
    </Group>
  );
}

function Limits({
  storage: { octets, emails },
  record: { quotaOctets, quotaEmails },
  change,
}: {
  readonly storage: Pick<AccountStorage, "octets" | "emails">;
  readonly record: Owner;
  readonly change: Change;
}): ReactNode {
  const [storage, setStorage] = useState(gigabytesOf(quotaOctets));
  const [count, setCount] = useState(quotaEmails === null ? "" : String(quotaEmails));
  const after = { quotaOctets: octetsOf(storage), quotaEmails: countOf(count) };
  const isChanged = after.quotaOctets !== quotaOctets || after.quotaEmails !== quotaEmails;
  const isWrong = after.quotaOctets === undefined || after.quotaEmails === undefined;
  const isLess = isBelow(after.quotaOctets, octets.used) || isBelow(after.quotaEmails, emails.used);
  function save(event: FormEvent): void {
    event.preventDefault();
    if (isChanged && !isWrong) void change(after, t("saved"), { quotaOctets, quotaEmails });
  }
  return (
    <form className="settings-form" onSubmit={save}>
      <TextField
        label={t("quotaOctets")}
        hint={hint(octets.usual, formatBytes)}
        error={after.quotaOctets === undefined ? t("noNumber") : undefined}
        suffix="GB"
        inputMode="decimal"
        autoComplete="off"
        value={storage}
        onChange={(event) => setStorage(event.target.value)}
      />
      <TextField
        label={t("quotaEmails")}
        hint={hint(emails.usual, formatNumber)}
        error={after.quotaEmails === undefined ? t("noNumber") : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={count}
        onChange={(event) => setCount(event.target.value)}
      />
      {isLess && <p role="status">{t("quotaBelow")}</p>}
      <Button variant="primary" type="submit" disabled={!isChanged || isWrong}>
        {t("saveLimits")}
      </Button>
    </form>
  );
}

const isBelow = (limit: number | null | undefined, used: number): boolean =>
  typeof limit === "number" && limit < used;

/** What holds where nothing is typed. */
const hint = (usual: number | null, format: (value: number) => string): string =>
  usual === null ? t("emptyUnlimited") : t("emptyUsual", { limit: format(usual) });
