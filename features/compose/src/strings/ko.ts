import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "새 메일",
  toMail: "메일로 가기",
  cannotSend: "이 서버는 메일을 받기만 하고 보내지 않습니다",
  cannotSendMore: "답장은 지금 쓰는 메일 프로그램으로 보내세요. 여기 있는 메일은 그대로 남습니다.",
};
