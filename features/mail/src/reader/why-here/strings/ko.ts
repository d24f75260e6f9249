import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  you: "나에게 보낸 메일",
  address: "{address} 주소로 보낸 메일",
  copy: "참조: {address}",
  blind: "숨은 참조: {address} (받는 사람과 참조에는 없는 주소)",
  group: "{name} 그룹({address})에 보낸 메일",
  list: "메일링 리스트: {list}",
};
