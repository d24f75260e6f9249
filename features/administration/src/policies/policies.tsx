import { Policies as Type, type PoliciesRecord } from "@atrium/contract/types/policies";
import { useClient, usePolicies } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { Section, useAct, type ScreenProps } from "@atrium/settings-page";
import { Button, Skeleton } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { t as page } from "../strings/index.ts";
import { DevicePolicy } from "./device-policy.tsx";
import { ForwardingPolicy } from "./forwarding-policy.tsx";
import type { Draft, PolicyPart } from "./part.tsx";
import { PublicLinksPolicy } from "./public-links-policy.tsx";
import { SecondFactorPolicy } from "./second-factor-policy.tsx";
import { SessionsPolicy } from "./sessions-policy.tsx";
import { t } from "./strings/index.ts";
import "./policies.css";

/** `/setting/policies`: what the organisation decides for its members. For administrators. */
export function Policies({ session: { personId } }: ScreenProps): ReactNode {
  const policies = usePolicies();
  return (
    <Section title={page("policies")} intro={page("policiesMore")}>
      <WithOrganisation>
        {(account) =>
          policies ? (
            <Form account={account} personId={personId} policies={policies} />
          ) : (
            <Skeleton width="60%" />
          )
        }
      </WithOrganisation>
    </Section>
  );
}

function Form({
  account,
  personId,
  policies,
}: {
  readonly account: Account;
  readonly personId: string;
  readonly policies: PoliciesRecord;
}): ReactNode {
  const client = useClient();
  const act = useAct();
  // What others change meanwhile is shown where nothing else is asked for here.
  const [draft, setDraft] = useState<Draft>({});
  const [busy, setBusy] = useState(false);
  const [mayAsk, setMayAsk] = useState(true);
  const part: PolicyPart = {
    policies: { ...policies, ...draft },
    change: (more) => setDraft((before) => ({ ...before, ...more })),
  };

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const update = { [policies.id]: draft };
    if (await act(() => setNow(client, account, Type, { update }), t("saved"))) setDraft({});
    setBusy(false);
  }

  return (
    <form className="policies" onSubmit={(event) => void save(event)}>
      <SessionsPolicy {...part} />
      <DevicePolicy {...part} />
      <ForwardingPolicy {...part} />
      <PublicLinksPolicy {...part} />
      <SecondFactorPolicy
        {...part}
        saved={policies}
        account={account}
        personId={personId}
        onMayAsk={setMayAsk}
      />
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={!mayAsk || Object.keys(draft).length === 0}
      >
        {t("save")}
      </Button>
    </form>
  );
}
