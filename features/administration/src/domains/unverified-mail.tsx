import { UNVERIFIED, type Unverified } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { rest } from "@atrium/shell";
import { Select, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, sentence, useAnswer } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

const NAMES = {
  junk: { label: t("unverifiedJunk"), hint: t("unverifiedJunkMore") },
  deliver: { label: t("unverifiedDeliver"), hint: t("unverifiedDeliverMore") },
  reject: { label: t("unverifiedReject"), hint: t("unverifiedRejectMore") },
} as const;

/** What is done with mail from outside that claims to be from a domain and does not prove it. */
export function UnverifiedMail({ domain }: { readonly domain: string }): ReactNode {
  const { answer, reload } = useAnswer(api.admin.domains.list);
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(domains) => {
        const one = domains.find(({ name }) => name === domain);
        return (
          one && (
            <Group title={t("unverified")} intro={t("unverifiedMore", { domain })}>
              <Treatment domain={domain} saved={one.unverified} />
            </Group>
          )
        );
      }}
    </Answered>
  );
}

function Treatment({
  domain,
  saved,
}: {
  readonly domain: string;
  readonly saved: Unverified;
}): ReactNode {
  const [value, setValue] = useState(saved);
  const [busy, setBusy] = useState(false);

  async function save(unverified: Unverified): Promise<void> {
    setBusy(true);
    setValue(unverified);
    try {
      await rest(api.admin.domains.change, { params: { name: domain }, body: { unverified } });
      toast({ severity: "success", message: t("unverifiedSaved", { domain }) });
    } catch (error) {
      setValue(value);
      toast({ severity: "danger", message: sentence(error) });
    }
    setBusy(false);
  }

  return (
    <Select
      label={t("unverifiedFor")}
      hint={NAMES[value].hint}
      options={UNVERIFIED.map((one) => ({ value: one, ...NAMES[one] }))}
      value={value}
      disabled={busy}
      onChange={(next) => void save(next)}
    />
  );
}
