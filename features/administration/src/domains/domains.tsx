import { api } from "@atrium/contract/api/index";
import { href } from "@atrium/contract/href";
import { formatDate } from "@atrium/i18n";
import { Link, rest } from "@atrium/shell";
import { Button, ChevronRightIcon, DomainIcon, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import {
  Answered,
  Group,
  type ScreenProps,
  Section,
  sentence,
  useAnswer,
  useSubmit,
} from "@atrium/settings-page";
import { t as administration } from "../strings/index.ts";
import { t } from "./strings/index.ts";
import { DomainCheckScreen } from "./domain-check.tsx";
import "./domains.css";

const HOME = href("/setting/:section", { section: "domains" });

/** `/setting/domains`, and `/setting/domains/NAME` for what DNS says of one. For administrators. */
export function Domains({ path }: ScreenProps): ReactNode {
  const { answer, reload } = useAnswer(api.admin.domains.list);
  const [chosen] = path;
  if (chosen !== undefined) return <DomainCheckScreen key={chosen} name={chosen} home={HOME} />;
  return (
    <Section title={administration("domains")} intro={t("domainsMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(domains) => (
          <ul className="settings-list">
            {domains.map(({ name, createdAt }) => (
              <li key={name}>
                <Link className="settings-row settings-row-link" href={`${HOME}/${name}`}>
                  <DomainIcon />
                  <span className="settings-row-words">
                    <strong>{name}</strong>
                    <span>{administration("since", { date: formatDate(createdAt) })}</span>
                  </span>
                  <span className="settings-quiet">{t("checkDns")}</span>
                  <ChevronRightIcon />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <AddDomain onAdded={() => void reload()} />
    </Section>
  );
}

function AddDomain({ onAdded }: { readonly onAdded: () => void }): ReactNode {
  const [name, setName] = useState("");

  const { busy, refusal, submit } = useSubmit(async () => {
    const added = await rest(api.admin.domains.add, { body: { name: name.trim() } });
    toast({ severity: "success", message: t("domainAdded", { name: added.name }) });
    setName("");
    onAdded();
  });

  return (
    <Group title={administration("addDomain")}>
      <form
        className="settings-form settings-form-line"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t("domain")}
          hint={t("domainHint")}
          autoComplete="off"
          spellCheck={false}
          required
          value={name}
          error={refusal ? sentence(refusal) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {administration("add")}
        </Button>
      </form>
    </Group>
  );
}
