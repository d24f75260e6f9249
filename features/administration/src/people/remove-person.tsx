import { Person, type PersonRecord } from "@atrium/contract/types/person";
import { useClient } from "@atrium/feature-suite/parts";
import { setNow, type Account } from "@atrium/jmap";
import { codeOf, Group, proven, sentence, useSubmit } from "@atrium/settings-page";
import { Avatar, Button, CloseIcon, Confirm, IconButton, offerUndo, toast } from "@atrium/ui";
import { useId, useState, type ReactNode } from "react";
import { FindMember, type Candidate } from "../members/find-member.tsx";
import type { Change } from "../one/one-record.tsx";
import { t } from "../strings/index.ts";

interface Removed {
  /** The organisation's. */
  readonly account: Account;
  readonly person: PersonRecord;
  readonly change: Change;
}

/** Removes a person once that is confirmed. Their files can go to someone else at once, who then keeps them. */
export function RemovePerson(removed: Removed): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <Group title={t("removePerson")} intro={`${t("removePersonMore")} ${t("removedAllDeleted")}`}>
      <Button onClick={() => setAsked(true)}>{t("removePerson")}</Button>
      {isAsked && <RemoveQuestion {...removed} onClose={() => setAsked(false)} />}
    </Group>
  );
}

/** Stays with all that was chosen and typed until the server has done it. */
function RemoveQuestion({
  account,
  person: { id, name },
  change,
  onClose,
}: Removed & { readonly onClose: () => void }): ReactNode {
  const client = useClient();
  const [receiver, setReceiver] = useState<Candidate | null>(null);
  const { busy, refusal, submit } = useSubmit(async () => {
    const done = { severity: "success", message: t("personRemoved", { name }) } as const;
    if (receiver === null) {
      await proven(() =>
        setNow(client, account, Person, { update: { [id]: { isRemoved: true } } }),
      );
      offerUndo({ ...done, onUndo: () => void change({ isRemoved: false }, t("undone")) });
    } else {
      const given = { accountId: account.id, id, filesTo: receiver.id };
      await proven(() => client.call("Person/remove", given));
      account.sync().catch(() => undefined);
      toast(done);
    }
    onClose();
  });
  return (
    <Confirm
      open
      danger
      busy={busy}
      title={t("removePersonTitle", { name })}
      confirmLabel={t("removePerson")}
      typeToConfirm={name}
      error={
        refusal === undefined
          ? undefined
          : receiver !== null && codeOf(refusal) === "overQuota"
            ? t("filesDoNotFit", { name: receiver.name })
            : sentence(refusal)
      }
      onClose={onClose}
      onConfirm={submit}
    >
      <p>
        {t("removePersonMore")} {t(receiver === null ? "removedAllDeleted" : "removedEmailDeleted")}
      </p>
      <FilesTo
        account={account}
        name={name}
        members={new Set([id])}
        receiver={receiver}
        onChoose={setReceiver}
      />
    </Confirm>
  );
}

/** Who gets the files, and what that means. The focus stays here while that is chosen and given up again. */
function FilesTo({
  account,
  name,
  members,
  receiver,
  onChoose,
}: {
  readonly account: Account;
  /** Of whom is removed. */
  readonly name: string;
  /** Who cannot get them. */
  readonly members: ReadonlySet<string>;
  readonly receiver: Candidate | null;
  readonly onChoose: (receiver: Candidate | null) => void;
}): ReactNode {
  const [wasChosen, setChosen] = useState(false);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="settings-labelled">
      <p className="a-field-label" id={id}>
        {t("filesTo")}
      </p>
      {receiver === null ? (
        <FindMember
          account={account}
          type="individual"
          label={t("findReceiver")}
          autoFocus={wasChosen}
          members={members}
          onAdd={(candidate) => {
            setChosen(true);
            onChoose(candidate);
          }}
        />
      ) : (
        <>
          <div className="settings-row">
            <Avatar name={receiver.name} address={receiver.address} size={32} />
            <div className="settings-row-words">
              <strong>{receiver.name}</strong>
              <span>{receiver.address}</span>
            </div>
            <div className="settings-row-acts">
              <IconButton
                autoFocus
                label={t("filesToNobody")}
                icon={<CloseIcon />}
                onClick={() => onChoose(null)}
              />
            </div>
          </div>
          <p>{t("filesToMore", { receiver: receiver.name, name })}</p>
        </>
      )}
    </div>
  );
}
