import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  mail: "메일",
  drive: "드라이브",
  loadingDrive: "드라이브를 불러오는 중",
  settings: "설정",
};
