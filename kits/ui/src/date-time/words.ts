import { defineStrings } from "@atrium/i18n";

/** Apart from the kit's other words, because they come with the picker. */
export const t = defineStrings({
  en: {
    previousMonth: "Previous month",
    nextMonth: "Next month",
    timeOfDay: "Time",
    timeBetween: "Choose a time between {from} and {to}.",
    cancel: "Cancel",
  },
  ko: {
    previousMonth: "이전 달",
    nextMonth: "다음 달",
    timeOfDay: "시간",
    timeBetween: "{from}부터 {to} 사이의 시간을 선택하세요.",
    cancel: "취소",
  },
});
