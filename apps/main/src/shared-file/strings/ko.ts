import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  notValid: "유효하지 않은 링크입니다",
  notValidWhy:
    "주소가 잘못되었거나, 기한이 지났거나, 공유가 중단된 링크입니다. 링크를 보낸 사람에게 새 링크를 요청하세요.",
};
