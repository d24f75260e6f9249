import type { Choices } from "@atrium/contract/types/preferences";
import { choose } from "@atrium/state";
import { useCallback } from "react";
import { useHolder } from "./client.tsx";

/**
 * Chooses for who is signed in: it holds here at once, and in all their windows and browsers as soon as the server knows,
 * without network with the next connection. Resolves when the server knows, or it is clear that it has to wait.
 */
export function useChoose(): (choices: Choices) => Promise<void> {
  const holder = useHolder();
  return useCallback(
    async (choices) => {
      const { session, client } = holder;
      choose(session.personId, choices);
      // Without its code, the next window sends it.
      const keeping = await import("../preferences/keep-choices.ts").catch(() => undefined);
      await keeping?.sendChoices(client(), session);
    },
    [holder],
  );
}
