import { QuickStep, type QuickStepRecord } from "@atrium/contract/types/quick-step";
import { Answered, Group, Section } from "@atrium/settings-page";
import {
  AddIcon,
  announce,
  Button,
  ChevronDownIcon,
  ChevronUpIcon,
  EditIcon,
  IconButton,
  KeyHint,
  offerUndo,
  toast,
  TrashIcon,
} from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { asLabels } from "../../labels/labels.ts";
import { mailboxName } from "../../mailboxes/mailbox-look.tsx";
import { asMailboxes } from "../../mailboxes/use-mailboxes.ts";
import { inStepOrder } from "../../quick-steps/step-action.ts";
import { useNamed, type Named } from "../../rules/use-named.ts";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence, useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";
import { StepDialog } from "./step-dialog.tsx";
import { fieldsOf, NEW_STEP } from "./step-fields.ts";
import { q } from "./strings/index.ts";

/** `/setting/quick-steps`: the steps of each account. */
export function QuickSteps(): ReactNode {
  const { answer, reload } = useMailAccounts();
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(accounts) => (
        <Section title={t("quickSteps")} intro={t("quickStepsMore")}>
          {accounts.map((mail) => (
            <OfAccount key={mail.account.id} mail={mail} />
          ))}
        </Section>
      )}
    </Answered>
  );
}

const say = (error: unknown): void => {
  toast({ severity: "danger", message: mailSentence(error) });
};

function OfAccount({ mail }: { readonly mail: MailAccount }): ReactNode {
  const { account, isOwn, isReadOnly, name } = mail;
  const { answer, reload } = useWhole(account, QuickStep);
  const named = useNamed(account);
  return (
    <Group
      title={isOwn ? t("yourAccount") : name}
      {...(!isOwn && { intro: q(isReadOnly ? "readOnly" : "shared") })}
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(all) => named && <List mail={mail} steps={inStepOrder(all)} named={named} />}
      </Answered>
    </Group>
  );
}

function List({
  mail: { account, isReadOnly },
  steps,
  named,
}: {
  readonly mail: MailAccount;
  readonly steps: readonly QuickStepRecord[];
  readonly named: Named;
}): ReactNode {
  const [edited, setEdited] = useState<QuickStepRecord | "new">();
  /** Puts one a place further up or down; all get the number of their place. */
  const move = (from: number, by: number): void => {
    const next = steps.with(from, steps[from + by]!).with(from + by, steps[from]!);
    const update = Object.fromEntries(
      next.flatMap(({ id, sortOrder }, place) =>
        sortOrder === place ? [] : [[id, { sortOrder: place }]],
      ),
    );
    account.mutate({ type: QuickStep, update }).catch(say);
    announce(q("moved", { name: steps[from]!.name, place: from + by + 1 }));
  };
  const remove = async (step: QuickStepRecord): Promise<void> => {
    const { id, ...rest } = step;
    await account.mutate({ type: QuickStep, destroy: [id] });
    offerUndo({
      message: q("removed", { name: step.name }),
      onUndo: () => void account.create(QuickStep, rest).catch(say),
    });
  };
  const others = steps.filter(({ id }) => typeof edited !== "object" || id !== edited.id);
  return (
    <>
      {steps.length === 0 ? (
        <p className="settings-none">{q("none")}</p>
      ) : (
        <ul className="settings-list">
          {steps.map((step, place) => (
            <li key={step.id} className="settings-row">
              <span className="settings-row-words">
                <strong>{step.name}</strong>
                <span>{wordsOf(step, named)}</span>
              </span>
              {step.key !== null && <KeyHint keys={`q ${step.key}`} />}
              {!isReadOnly && (
                <span className="settings-row-acts">
                  {steps.length > 1 && (
                    <>
                      <IconButton
                        size="small"
                        label={q("up", { name: step.name })}
                        icon={<ChevronUpIcon />}
                        disabled={place === 0}
                        onClick={() => move(place, -1)}
                      />
                      <IconButton
                        size="small"
                        label={q("down", { name: step.name })}
                        icon={<ChevronDownIcon />}
                        disabled={place === steps.length - 1}
                        onClick={() => move(place, 1)}
                      />
                    </>
                  )}
                  <IconButton
                    size="small"
                    label={q("edit", { name: step.name })}
                    icon={<EditIcon />}
                    onClick={() => setEdited(step)}
                  />
                  <IconButton
                    size="small"
                    label={q("remove", { name: step.name })}
                    icon={<TrashIcon />}
                    onClick={() => void remove(step).catch(say)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <div className="settings-acts">
          <Button icon={<AddIcon />} onClick={() => setEdited("new")}>
            {q("newStep")}
          </Button>
        </div>
      )}
      {edited !== undefined && (
        <StepDialog
          title={q(edited === "new" ? "newStep" : "editStep")}
          first={edited === "new" ? NEW_STEP : fieldsOf(edited)}
          named={named}
          taken={new Set(others.flatMap(({ key }) => key ?? []))}
          onSave={(step) =>
            edited === "new"
              ? account.create(QuickStep, {
                  ...step,
                  sortOrder: (steps.at(-1)?.sortOrder ?? -1) + 1,
                })
              : account.mutate({ type: QuickStep, update: { [edited.id]: { ...step } } })
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** `Mark as read · Add label Plans · Move to Projects`. */
function wordsOf(step: QuickStepRecord, { folders, labels }: Named): string {
  const { isRead, isStarred, keyword, mailboxId, toRole } = step;
  const label = keyword === null ? undefined : asLabels(labels).byKeyword(keyword);
  const folder = mailboxId === null ? undefined : asMailboxes(folders).byId(mailboxId);
  return [
    ...(isRead === null ? [] : [q(isRead ? "markRead" : "markUnread")]),
    ...(isStarred === null ? [] : [q(isStarred ? "addStar" : "removeStar")]),
    ...(keyword === null ? [] : [label ? q("addLabel", { name: label.name }) : q("gone")]),
    ...(mailboxId === null
      ? []
      : [folder ? q("moveTo", { folder: mailboxName(folder) }) : q("gone")]),
    ...(toRole === null ? [] : [q(toRole)]),
  ].join(" · ");
}
