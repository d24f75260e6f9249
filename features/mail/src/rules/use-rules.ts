import { useClient } from "@atrium/feature-suite/parts";
import type { Answer } from "@atrium/settings-page";
import { useCallback, useEffect, useRef, useState } from "react";
import { changeRules, loadScript, type ActiveScript, type RuleEdit } from "./script.ts";

export interface ScriptView {
  readonly answer: Answer<ActiveScript>;
  readonly reload: () => Promise<void>;
  /** Shows the change at once. Rejects if it failed, and shows what holds then. */
  readonly change: (edit: RuleEdit) => Promise<void>;
  /** Shows what was saved otherwise. */
  readonly show: (script: ActiveScript) => void;
}

/** The active script of an account, followed live. */
export function useRules(accountId: string): ScriptView {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer<ActiveScript>>({ status: "loading" });
  /** Changes under way: what is loaded meanwhile may be older than what is shown. */
  const pending = useRef(0);
  /** Counts what was shown, so that a slower load does not replace it. */
  const turn = useRef(0);
  /** As the server has it, as far as is known: what a change that failed leaves behind. */
  const confirmed = useRef<ActiveScript>(undefined);
  const display = useCallback((value: ActiveScript): void => {
    turn.current += 1;
    setAnswer({ status: "there", value });
  }, []);
  const show = useCallback(
    (value: ActiveScript): void => {
      confirmed.current = value;
      display(value);
    },
    [display],
  );
  const reload = useCallback(async (): Promise<void> => {
    const mine = (turn.current += 1);
    try {
      const value = await loadScript(client, accountId);
      if (mine === turn.current && pending.current === 0) show(value);
    } catch (error) {
      if (mine === turn.current)
        setAnswer((shown) => (shown.status === "there" ? shown : { status: "refused", error }));
    }
  }, [client, accountId, show]);
  useEffect(() => {
    const look = (): void => void reload();
    look();
    const stops = [
      client.onChange((changed) => {
        if (changed[accountId]?.SieveScript !== undefined) look();
      }),
      client.onMissed(look),
    ];
    return () => {
      turn.current += 1;
      for (const stop of stops) stop();
    };
  }, [client, accountId, reload]);
  const change = async (edit: RuleEdit): Promise<void> => {
    pending.current += 1;
    try {
      if (answer.status === "there" && answer.value.rules)
        display({ ...answer.value, rules: edit(answer.value.rules), failure: null });
      const saved = await changeRules(client, accountId, edit);
      confirmed.current = saved;
      if (pending.current === 1) display(saved);
    } catch (error) {
      pending.current -= 1;
      // Without network there is nothing to load.
      if (pending.current === 0 && confirmed.current) display(confirmed.current);
      void reload();
      throw error;
    }
    pending.current -= 1;
  };
  return { answer, reload, change, show };
}
