import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  isFull: "메일함이 가득 찼습니다",
  isFullMore:
    "{used}. 새 메일은 보낸 사람에게 반송됩니다. 필요 없는 메일을 삭제하고 휴지통과 스팸메일함을 비우세요.",
  isNearlyFull: "메일함이 거의 가득 찼습니다",
  isNearlyFullMore: "{used}. 가득 차면 새 메일을 받을 수 없습니다. 필요 없는 메일을 삭제하세요.",
  usedOctets: "{limit} 중 {used} 사용",
  usedMessages: "메일 {limit}개 중 {used}개",
  seeStorage: "저장 공간 보기",
};
