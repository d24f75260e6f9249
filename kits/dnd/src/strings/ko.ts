import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  carried:
    "{what} 선택됨. 놓을 위치로 이동해 Enter 키를 누르세요. 취소하려면 Escape 키를 누르세요.",
  dropped: "{where}에 놓았습니다: {what}",
  putBack: "이동을 취소했습니다: {what}",
};
