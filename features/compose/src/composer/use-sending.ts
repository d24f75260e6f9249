import { NotSignedIn } from "@atrium/jmap";
import { subscribe } from "@atrium/state";
import { useEffect, useState, type RefObject } from "react";
import { recipientsOf } from "../draft/draft.ts";
import type { People } from "../people/people.ts";
import { Refused } from "../saving/save-draft.ts";
import type { Sent } from "../saving/send.ts";
import { UploadFailed } from "../saving/uploads.ts";
import type { DraftSession, DraftSessionView } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { doubts, sameRecipients, type Doubt, type Problem } from "./check.ts";
import type { FieldsHandle } from "./fields.tsx";
import { refusalText } from "./refusal-text.ts";

/** Milliseconds between two tries of what waits for the network. */
const RETRY = 5000;

/** What stands between a message and its going, and the ways on. `at`: the hour it is sent at, `null` for at once. */
export interface Sending {
  readonly problem: Problem | undefined;
  readonly setProblem: (problem: Problem | undefined) => void;
  /** The person is asked whether it shall go all the same. */
  readonly doubt: { readonly kinds: readonly Doubt[]; readonly at: Date | null } | undefined;
  readonly forgetDoubt: () => void;
  /** Looks at the message first. */
  readonly ask: (at: Date | null) => void;
  readonly send: (at: Date | null) => Promise<void>;
}

/** Sends a message: after a look at it, again when a user has signed in, and again until the network is back. */
export function useSending({
  draftSession,
  view: { draft, isWaiting, sent },
  isLocked,
  people,
  fields,
  onSent,
}: {
  readonly draftSession: DraftSession;
  readonly view: DraftSessionView;
  readonly isLocked: boolean;
  readonly people: People;
  readonly fields: RefObject<FieldsHandle | null>;
  readonly onSent: (sent: Sent) => void;
}): Sending {
  const [problem, setProblem] = useState<Problem>();
  const [doubt, setDoubt] = useState<Sending["doubt"]>();
  const [goesWhenSignedIn, setGoesWhenSignedIn] = useState<{ readonly at: Date | null }>();
  const cannotSend = (text: string): void =>
    setProblem({ title: t("notSent"), text, to: recipientsOf(draftSession.draft) });

  const send = async (at: Date | null): Promise<void> => {
    setProblem(undefined);
    setDoubt(undefined);
    try {
      await draftSession.send(at);
    } catch (error) {
      // The window asks for the password; then it goes.
      if (error instanceof NotSignedIn) setGoesWhenSignedIn({ at });
      else if (error instanceof Refused) cannotSend(refusalText(error.error));
      else if (error instanceof UploadFailed) cannotSend(t("uploadFailedSend"));
      // It goes as soon as the server can be reached.
      else if (at === null) draftSession.wait(true);
      else cannotSend(t("notReached"));
    }
  };
  useEffect(() => {
    if (!sent) return;
    void people.used(recipientsOf(draftSession.draft));
    onSent(sent);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it went
  }, [sent]);
  useEffect(() => {
    if (!goesWhenSignedIn) return undefined;
    return subscribe((event) => {
      if (event.type !== "signed-in") return;
      setGoesWhenSignedIn(undefined);
      void send(goesWhenSignedIn.at);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `send` sends what is written by then, whichever render it is of
  }, [goesWhenSignedIn]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const retry = (): void => void send(null);
    const timer = setInterval(retry, RETRY);
    addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      removeEventListener("online", retry);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isWaiting]);

  // With other recipients it is not true any more.
  const holds = problem && (!problem.to || sameRecipients(problem.to, recipientsOf(draft)));
  return {
    problem: holds ? problem : undefined,
    setProblem,
    doubt,
    forgetDoubt: () => setDoubt(undefined),
    ask(at) {
      if (isLocked) return;
      fields.current?.finish();
      // Recipients typed a moment ago are taken with the next turn.
      queueMicrotask(() => {
        const { stop, kinds } = doubts(draftSession.draft);
        if (stop) {
          cannotSend(stop);
          fields.current?.focus();
        } else if (kinds.length > 0) setDoubt({ kinds, at });
        else void send(at);
      });
    },
    send,
  };
}
