import { NotSignedIn } from "@atrium/jmap";
import { countSignIns } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { useEffect, useRef, useState, type RefObject } from "react";
import { addressesOf, recipientsOf } from "../draft/draft.ts";
import type { People } from "../people/people.ts";
import { Refused } from "../saving/save-draft.ts";
import type { Sent } from "../saving/send.ts";
import { UploadFailed } from "../saving/uploads.ts";
import type { DraftSession, DraftSessionView } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import type { Finding } from "../guard/index.ts";
import { obstacleOf, sameRecipients, type Problem } from "./check.ts";
import type { FieldsHandle } from "./fields.tsx";
import { refusalText } from "./refusal-text.ts";

/** Milliseconds between two tries of what waits for the network. */
const RETRY = 5000;

/** Loaded with the first letter: what is sent without network was looked at too. */
const loadGuard = () => import("../guard/index.ts");

/** What stands between a message and its going, and the ways on. `at`: the hour it is sent at, `null` for at once. */
export interface Sending {
  readonly problem: Problem | undefined;
  readonly setProblem: (problem: Problem | undefined) => void;
  /** The person is asked whether it shall go all the same. */
  readonly doubt: Doubt | undefined;
  readonly setDoubt: (doubt: Doubt | undefined) => void;
  /** Looks at the message first. */
  readonly ask: (at: Date | null) => void;
  readonly send: (at: Date | null) => Promise<void>;
}

/** What looks wrong about a message that is to be sent at an hour. */
export interface Doubt {
  readonly findings: readonly Finding[];
  readonly at: Date | null;
}

/** Sends a message: after a look at it, again when a user has signed in, and again until the network is back. */
export function useSending({
  draftSession,
  view: { draft, save, isWaiting, sent },
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
  const [doubt, setDoubt] = useState<Doubt>();
  const isLooking = useRef(false);
  const [refused, setRefused] = useState<{ readonly at: Date | null; readonly signIns: number }>();
  const cannotSend = (text: string): void =>
    setProblem({ title: t("notSent"), text, to: addressesOf(draftSession.draft) });

  const send = async (at: Date | null): Promise<void> => {
    setProblem(undefined);
    setDoubt(undefined);
    const signIns = countSignIns();
    try {
      await draftSession.send(at);
    } catch (error) {
      // The window asks for the password; then it goes.
      if (error instanceof NotSignedIn) setRefused({ at, signIns });
      else if (error instanceof Refused) cannotSend(refusalText(error.error));
      else if (error instanceof UploadFailed) cannotSend(t("uploadFailedSend"));
      // It goes as soon as the server can be reached.
      else if (at === null) draftSession.wait(true);
      else cannotSend(t("notReached"));
    }
  };
  const isBegun = save !== "untouched";
  useEffect(() => {
    if (isBegun) loadGuard().catch(() => undefined);
  }, [isBegun]);
  /** Sends it, unless something looks wrong. What cannot be looked at is no reason to keep a message back. */
  const look = async (at: Date | null): Promise<void> => {
    if (isLooking.current) return;
    isLooking.current = true;
    const findings = await loadGuard()
      .then(({ lookAt }) => lookAt(draftSession, people))
      .catch(() => []);
    isLooking.current = false;
    if (findings.length > 0) setDoubt({ findings, at });
    else await send(at);
  };
  useEffect(() => {
    if (!sent) return;
    void people.used(recipientsOf(draftSession.draft));
    onSent(sent);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it went
  }, [sent]);
  useEffect(() => {
    if (!refused) return undefined;
    const again = (): void => {
      setRefused(undefined);
      void send(refused.at);
    };
    // The password may have been given before the refusal was here.
    if (refused.signIns !== countSignIns()) {
      again();
      return undefined;
    }
    return subscribe((event) => {
      if (event.type === "signed-in") again();
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `send` sends what is written by then, whichever render it is of
  }, [refused]);
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
  const holds = problem && (!problem.to || sameRecipients(problem.to, addressesOf(draft)));
  return {
    problem: holds ? problem : undefined,
    setProblem,
    doubt,
    setDoubt,
    ask(at) {
      if (isLocked) return;
      fields.current?.finish();
      // Recipients typed a moment ago are taken with the next turn.
      queueMicrotask(() => {
        const obstacle = obstacleOf(draftSession.draft, at);
        if (obstacle !== undefined) {
          cannotSend(obstacle);
          fields.current?.focus();
        } else void look(at);
      });
    },
    send,
  };
}
