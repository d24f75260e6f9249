import type { EmailRecord } from "@atrium/contract/types/email";
import { use, useMemo } from "react";
import { reportsOn, type ReportKind } from "../actions/report.ts";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { LeaveContext } from "./leaving.ts";

/** The reports that make sense of one message, the likeliest first, and what makes one. */
export function useReports(email: EmailRecord): {
  readonly kinds: readonly ReportKind[];
  readonly report: (as: ReportKind) => void;
} {
  const actions = useActions();
  const leave = use(LeaveContext);
  const junk = useMailboxes()?.byRole("junk")?.id;
  const emails = useMemo(() => [email], [email]);
  const may = useMay(emails);
  return {
    kinds: reportsOn(emails, junk, may),
    report(as) {
      const action = { kind: "report", as } as const;
      if (leave) leave(action);
      else actions.perform(action, emails);
    },
  };
}
