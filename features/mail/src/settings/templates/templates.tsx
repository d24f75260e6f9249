import { href } from "@atrium/contract/href";
import { Template, type TemplateRecord } from "@atrium/contract/types/template";
import { htmlToText } from "@atrium/formats/mail-html";
import { Answered, Group, Section, sentenceOf, type ScreenProps } from "@atrium/settings-page";
import { Link, navigate } from "@atrium/shell";
import {
  announce,
  ChevronDownIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  IconButton,
  offerUndo,
  toast,
} from "@atrium/ui";
import type { ReactNode } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence, useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";
import { NewTemplate } from "./new-template.tsx";
import { TemplateForm } from "./template-form.tsx";
import "./templates.css";

const HOME = href("/setting/:section", { section: "templates" });
/** Characters of the text that a row shows. */
const SHOWN = 120;

/** `/setting/templates`, and `/setting/templates/ACCOUNT/TEMPLATE` for one of them. */
export function Templates({ path }: ScreenProps): ReactNode {
  const { answer, reload } = useMailAccounts();
  const [accountId, templateId] = path;
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(accounts) => {
        const one = accounts.find(({ account }) => account.id === accountId);
        if (one !== undefined && templateId !== undefined)
          return <OneTemplate mail={one} templateId={templateId} key={templateId} />;
        return (
          <Section title={t("templates")} intro={t("templatesMore")}>
            {accounts.map((mail) => (
              <OfAccount key={mail.account.id} mail={mail} />
            ))}
          </Section>
        );
      }}
    </Answered>
  );
}

const inOrder = (list: readonly TemplateRecord[]): readonly TemplateRecord[] =>
  list.toSorted((a, b) => a.sortOrder - b.sortOrder || a.name.localeCompare(b.name));

const say = (error: unknown): void => {
  toast({ severity: "danger", message: mailSentence(error) });
};

function OfAccount({ mail }: { readonly mail: MailAccount }): ReactNode {
  const { answer, reload } = useWhole(mail.account, Template);
  /** Puts one a place further up or down; all get the number of their place. */
  const move = (list: readonly TemplateRecord[], from: number, by: number): void => {
    const next = list.with(from, list[from + by]!).with(from + by, list[from]!);
    const update = Object.fromEntries(
      next.flatMap(({ id, sortOrder }, place) =>
        sortOrder === place ? [] : [[id, { sortOrder: place }]],
      ),
    );
    mail.account.mutate({ type: Template, update }).catch(say);
    announce(t("templateMoved", { name: list[from]!.name, place: from + by + 1 }));
  };
  return (
    <Group
      title={mail.isOwn ? t("yourAccount") : mail.name}
      {...(!mail.isOwn && { intro: t(mail.isReadOnly ? "readTemplates" : "sharedTemplates") })}
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(all) => {
          const list = inOrder(all);
          return (
            <>
              {list.length === 0 ? (
                <p className="settings-none">{t("noTemplates")}</p>
              ) : (
                <ul className="settings-list">
                  {list.map((template, place) => (
                    <li key={template.id} className="settings-row">
                      <Row template={template} href={`${HOME}/${mail.account.id}/${template.id}`} />
                      {!mail.isReadOnly && list.length > 1 && (
                        <span className="settings-row-acts">
                          <IconButton
                            size="small"
                            label={t("templateUp", { name: template.name })}
                            icon={<ChevronUpIcon />}
                            disabled={place === 0}
                            onClick={() => move(list, place, -1)}
                          />
                          <IconButton
                            size="small"
                            label={t("templateDown", { name: template.name })}
                            icon={<ChevronDownIcon />}
                            disabled={place === list.length - 1}
                            onClick={() => move(list, place, 1)}
                          />
                        </span>
                      )}
                    </li>
                  ))}
                </ul>
              )}
              {!mail.isReadOnly && (
                <div className="settings-acts">
                  <NewTemplate
                    mail={mail}
                    sortOrder={(list.at(-1)?.sortOrder ?? -1) + 1}
                    home={HOME}
                  />
                </div>
              )}
            </>
          );
        }}
      </Answered>
    </Group>
  );
}

function Row({
  template: { name, subject, htmlBody },
  href,
}: {
  readonly template: TemplateRecord;
  readonly href: string;
}): ReactNode {
  const text = htmlToText(htmlBody.slice(0, 20 * SHOWN))
    .replaceAll(/\s+/g, " ")
    .trim();
  return (
    <Link className="settings-template" href={href}>
      <span className="settings-row-words">
        <strong>{name}</strong>
        <span>{[subject, text.slice(0, SHOWN)].filter((part) => part !== "").join(" – ")}</span>
      </span>
      <ChevronRightIcon />
    </Link>
  );
}

function OneTemplate({
  mail,
  templateId,
}: {
  readonly mail: MailAccount;
  readonly templateId: string;
}): ReactNode {
  const { answer, reload } = useWhole(mail.account, Template);
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(templates) => {
        const template = templates.find(({ id }) => id === templateId);
        return (
          <Section
            title={template?.name ?? t("templates")}
            back={{ href: HOME, label: t("templates") }}
            {...(mail.isReadOnly && { intro: t("onlyRead") })}
          >
            {template === undefined ? (
              <p role="status">{sentenceOf("notFound")}</p>
            ) : (
              <TemplateForm
                mail={mail}
                template={template}
                onDelete={() => void deleteTemplate(mail, template)}
              />
            )}
          </Section>
        );
      }}
    </Answered>
  );
}

/** At once, and back with Undo. */
async function deleteTemplate({ account }: MailAccount, template: TemplateRecord): Promise<void> {
  const { id, ...rest } = template;
  try {
    await account.mutate({ type: Template, destroy: [id] });
  } catch (error) {
    say(error);
    return;
  }
  navigate(HOME);
  offerUndo({
    message: t("templateDeleted", { name: template.name }),
    onUndo: () => void account.create(Template, rest).catch(say),
  });
}
