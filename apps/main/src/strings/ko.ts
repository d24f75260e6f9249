import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  mail: "메일",
  addressBook: "주소록",
  drive: "드라이브",
  settings: "설정",
  help: "도움말",
  applications: "앱",
  account: "{name} 계정",
  theme: "테마",
  system: "시스템 설정",
  light: "밝게",
  dark: "어둡게",
  signOut: "로그아웃",
  notSignedOut: "로그아웃하지 못했습니다. 연결 상태를 확인하고 다시 시도해 주세요.",
  loadingDrive: "드라이브를 불러오는 중",
  skip: "본문으로 건너뛰기",
};
