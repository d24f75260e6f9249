import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  arranged: "메일을 보낸 뒤",
  remindBy: "이때까지 답장이 없으면 알림",
  remind: "알림 설정",
  reminder: "{time}까지 답장이 없으면 알림",
  changeReminder: "알림 시간 변경",
  removeReminder: "알림 삭제",
  receipt: "읽음 확인 요청",
};
