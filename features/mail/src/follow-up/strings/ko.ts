import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  reminded: "{time}까지 답장이 없으면 알려 드립니다",
  unanswered: "{date} 이후 답장이 없습니다",
  change: "변경",
  remove: "알림 삭제",
  again: "다시 알림",
  done: "완료",
};
