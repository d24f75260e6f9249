import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  isOn: "부재중 자동 답장이 켜져 있습니다",
  isOnUntil: "{date}까지 부재중 자동 답장이 켜져 있습니다",
  turnOff: "끄기",
  change: "변경",
  turnedOff: "부재중 자동 답장을 껐습니다.",
  notTurned: "부재중 자동 답장을 변경하지 못했습니다. 잠시 후 다시 시도해 주세요.",
};
