import type { EmailRecord } from "@atrium/contract/types/email";
import type { CalendarEvent, ReplyStatus } from "@atrium/formats/icalendar";
import { Button, CheckIcon, TextArea } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { useKeys } from "../../keys/keys.ts";
import { useMail } from "../../mail.tsx";
import type { Answerer } from "./answerer.ts";
import type { Answer as Given } from "./invitation-state.ts";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { sendReply } from "./send-reply.ts";
import { v } from "./strings/index.ts";

const CHOICES = [
  ["ACCEPTED", "yes", "youAccepted"],
  ["TENTATIVE", "maybe", "youTentative"],
  ["DECLINED", "no", "youDeclined"],
] as const satisfies readonly (readonly [ReplyStatus, string, string])[];

/** Yes, maybe or no, perhaps with a note; what was answered can be changed. */
export function Answer({
  email,
  events,
  answerer,
  given,
  isKnown,
  hasKeys,
  showsAddress,
  onChanged,
}: {
  readonly email: EmailRecord;
  readonly events: readonly CalendarEvent[];
  readonly answerer: Answerer | undefined;
  readonly given: Given | undefined;
  /** Whether it is known what was answered. */
  readonly isKnown: boolean;
  readonly hasKeys: boolean;
  readonly showsAddress: boolean;
  readonly onChanged: () => void;
}): ReactNode {
  const { client, account } = useMail();
  const [sending, setSending] = useState<ReplyStatus>();
  const [sent, setSent] = useState<ReplyStatus>();
  const [hasFailed, setFailed] = useState(false);
  const [note, setNote] = useState<string>();
  const canAnswer = (events[0]?.organizer?.email ?? "") !== "" && answerer !== undefined;
  const answer = async (status: ReplyStatus): Promise<void> => {
    if (!answerer || sending !== undefined) return;
    const isSame = (sent ?? (given?.isOld === true ? undefined : given?.status)) === status;
    if (isSame && (note ?? "").trim() === "") return;
    setSending(status);
    setFailed(false);
    try {
      await sendReply(client, {
        accountId: account.id,
        identity: answerer.identity,
        attendee: answerer,
        events,
        email,
        status,
        note: (note ?? "").slice(0, LIMITS.maxReplyNote),
        onUndone: () => {
          setSent(undefined);
          onChanged();
        },
      });
      setSent(status);
      setNote(undefined);
      onChanged();
    } catch {
      setFailed(true);
    }
    setSending(undefined);
  };
  const by = (status: ReplyStatus) => () => void answer(status);
  useKeys(
    hasKeys && canAnswer
      ? {
          acceptInvitation: by("ACCEPTED"),
          tentativeInvitation: by("TENTATIVE"),
          declineInvitation: by("DECLINED"),
        }
      : {},
  );
  if (!canAnswer) return <p className="mail-event-muted">{v("noOrganiser")}</p>;
  const isOld = sent === undefined && given?.isOld === true;
  const status = sent ?? given?.status;
  const chosen = CHOICES.find(([one]) => one === status);
  return (
    <div className="mail-event-answer">
      <div className="mail-event-choices" role="group" aria-label={v("attend")}>
        {CHOICES.map(([one, label]) => (
          <Button
            key={one}
            aria-pressed={status === one && !isOld}
            icon={status === one && !isOld ? <CheckIcon /> : undefined}
            busy={sending === one}
            disabled={!isKnown}
            onClick={by(one)}
          >
            {v(label)}
          </Button>
        ))}
        {note === undefined && (
          <Button variant="quiet" onClick={() => setNote("")}>
            {v("addNote")}
          </Button>
        )}
      </div>
      {note !== undefined && (
        <TextArea
          label={v("note")}
          rows={2}
          maxLength={LIMITS.maxReplyNote}
          value={note}
          autoFocus
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <div role="status">
        {hasFailed && <p className="mail-event-warning">{v("notSent")}</p>}
        {chosen && <p>{isOld ? `${v(chosen[2])} ${v("oldAnswer")}` : v(chosen[2])}</p>}
      </div>
      {!answerer.isInvited ? (
        <p className="mail-event-muted">{v("notInvited", { email: answerer.email })}</p>
      ) : (
        showsAddress && (
          <p className="mail-event-muted">{v("answerAs", { email: answerer.email })}</p>
        )
      )}
    </div>
  );
}
