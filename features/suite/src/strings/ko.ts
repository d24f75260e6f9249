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
  theme: "테마",
  system: "시스템 설정",
  light: "밝게",
  dark: "어둡게",
  contrast: "고대비",
  keepFailed: "여기에는 적용했지만 다른 기기를 위해 저장하지 못했습니다",
  signOut: "로그아웃",
  signOutFailed: "로그아웃하지 못했습니다. 네트워크가 끊겼나요?",
};
