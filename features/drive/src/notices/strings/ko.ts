import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  sharedOne: "{owner}님이 ‘{name}’ 항목을 공유했습니다.",
  sharedMany: "공유받은 새 항목이 {count}개 있습니다.",
};
