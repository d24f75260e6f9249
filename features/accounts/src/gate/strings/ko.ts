import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  sessionUnread: "Atrium에 연결할 수 없습니다",
  sessionUnreadWhy: "서버가 응답하지 않습니다. 작업 내용은 안전합니다. 잠시 후 다시 시도해 주세요.",
};
