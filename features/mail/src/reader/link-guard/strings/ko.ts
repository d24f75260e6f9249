import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "{host} 사이트를 열까요?",
  phishing: "피싱으로 신고된 메일입니다. 링크 주소:",
  sender: "보낸 사람이 실제와 다를 수 있습니다. 링크 주소:",
  junk: "스팸메일함에 있는 메일입니다. 링크 주소:",
  open: "그래도 열기",
  stay: "열지 않기",
};
