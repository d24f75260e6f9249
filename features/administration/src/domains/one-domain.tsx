import { Domain, domainId } from "@atrium/contract/types/domain";
import { Section } from "@atrium/settings-page";
import type { ReactNode } from "react";
import { End } from "../one/end.tsx";
import { OneRecord, type Back, type Known } from "../one/one-record.tsx";
import { DomainCheck } from "./domain-check.tsx";
import { t } from "./strings/index.ts";
import { UnverifiedMail } from "./unverified-mail.tsx";

/** One domain: what DNS says of it, what it wants done with mail that only claims it, and its end. */
export const OneDomain = ({
  name,
  back,
}: {
  /** Or its id. */
  readonly name: string;
  readonly back: Back;
}): ReactNode => (
  <OneRecord type={Domain} id={domainId(name)} back={back}>
    {(known) => <Page {...known} />}
  </OneRecord>
);

function Page({ record, back, change, remove }: Known<typeof Domain>): ReactNode {
  const { name } = record;
  return (
    <Section title={name} intro={t("domainCheckMore")} back={back}>
      <DomainCheck name={name} />
      <UnverifiedMail domain={record} change={change} />
      <End
        isTyped
        name={name}
        question={t("endDomainQuestion", { name })}
        label={t("endDomain")}
        more={t("endDomainMore")}
        onEnd={() => void remove(t("domainEnded", { name }))}
      />
    </Section>
  );
}
