import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  applications: "애플리케이션",
  mail: "메일",
  addressBook: "주소록",
  drive: "드라이브",
  calls: "통화",
  settings: "설정",
  help: "도움말",
  you: "{name}, {address}",
  signOut: "로그아웃",
  signOutFailed: "로그아웃하지 못했습니다. 네트워크가 끊겼나요?",
};
