import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  sharedBy: "공유한 사람",
  role: "내 권한",
  viewer: "뷰어",
  editor: "편집자",
  manager: "공유 관리자",
  ownerUp: "공유한 사람 오름차순",
  ownerDown: "공유한 사람 내림차순",
  emptyTitle: "공유받은 항목이 없습니다",
  emptyHint: "다른 사람이 나와 공유한 파일과 폴더가 여기에 표시됩니다.",
};
