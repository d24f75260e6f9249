import { defineStrings } from "@atrium/i18n";
import type { ReactNode } from "react";
import { useMail } from "../mail.tsx";

// Not in the first script of any window.
const t = defineStrings({
  en: {
    canRecover: "For 30 days, you can still recover deleted mail from Trash.",
    cannotUndo: "This cannot be undone.",
  },
  ko: {
    canRecover: "30일 동안은 휴지통의 ‘삭제한 메일 복구’에서 복구할 수 있습니다.",
    cannotUndo: "삭제하면 되돌릴 수 없습니다.",
  },
});

/** What remains possible with what is destroyed: only a person's own mail has a screen to recover it. */
export function WayBack(): ReactNode {
  const { account, home } = useMail();
  return <p>{t(account === home ? "canRecover" : "cannotUndo")}</p>;
}
