import { offerUndo, toast } from "@atrium/ui";
import { proven } from "./proof/proven.ts";
import { sentence } from "./sentence.ts";

/** Does something at once, says so, and offers the way back; the list is read again whatever came of it. */
export type DoAct = (
  work: () => Promise<unknown>,
  message: string,
  undo?: () => void,
) => Promise<boolean>;

/** @param reload reads again what the screen shows, unless it follows the server by itself. */
export function useAct(reload?: () => Promise<void>): DoAct {
  return async (work, message, undo) => {
    let isDone = true;
    try {
      await proven(work);
      const said = { severity: "success", message } as const;
      if (undo) offerUndo({ ...said, onUndo: undo });
      else toast(said);
    } catch (error) {
      isDone = false;
      toast({ severity: "danger", message: sentence(error) });
    }
    await reload?.();
    return isDone;
  };
}
