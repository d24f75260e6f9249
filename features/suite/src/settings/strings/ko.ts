import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  appearance: "화면",
  theme: "테마",
  themeSystem: "시스템",
  themeLight: "밝게",
  themeDark: "어둡게",
  themeContrast: "고대비",
  density: "간격",
  densityCompact: "좁게",
  densityRegular: "보통",
  densityRoomy: "넓게",
  language: "언어",
  languageBrowser: "브라우저 설정대로",
  appearanceKept: "로그인하는 모든 기기에 적용됩니다.",

  notifications: "알림",
  notificationsMore: "새 메일이 오면 이 브라우저가 알려 주는 방식입니다.",
  notificationWords: "새 메일, 푸시, 방해 금지 시간, 데스크톱",
  afterAct: "대화를 보관하거나 지운 뒤",
  afterActHint:
    "이 브라우저에서 그다음에 열리는 것입니다. 휴대폰에서는 고르기 전까지 목록을 보여 줍니다.",
  afterActNext: "다음 대화",
  afterActPrevious: "이전 대화",
  afterActList: "목록",
  swipeRight: "메일을 오른쪽으로 밀기",
  swipeLeft: "메일을 왼쪽으로 밀기",
  swipeHint: "휴대전화와 터치 화면에서, 이 브라우저에만 적용됩니다.",
  swipe_archive: "보관",
  swipe_trash: "삭제",
  swipe_snooze: "다시 알림",
  swipe_read: "읽음 또는 안 읽음으로 표시",
  swipe_star: "별표",
  swipe_move: "폴더로 이동",
  swipe_none: "없음",
};
