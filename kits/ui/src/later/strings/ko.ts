import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  laterToday: "오늘 늦게",
  tomorrow: "내일",
  weekend: "이번 주말",
  nextWeek: "다음 주",
  hour: "{name} {time}",
  pickTime: "날짜와 시간 선택",
};
