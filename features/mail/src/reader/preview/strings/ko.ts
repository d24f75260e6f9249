import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  downloadAll: "모두 다운로드",
  allTooLarge: "파일이 너무 커서 한꺼번에 다운로드할 수 없습니다. 하나씩 다운로드하세요.",
  allFailed: "파일을 다운로드하지 못했습니다.",
  attachmentsZip: "첨부 파일.zip",
  preview: "미리보기",
};
