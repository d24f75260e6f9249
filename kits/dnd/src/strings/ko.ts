import { particle, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  carried: ({ what }) =>
    `${particle(String(what), "을/를")} 집었습니다. 놓을 곳으로 이동해 Enter를 누르세요. Escape를 누르면 되돌립니다.`,
  dropped: ({ what, where }) => `${particle(String(what), "을/를")} ${where}에 놓았습니다.`,
  putBack: ({ what }) => `${particle(String(what), "을/를")} 되돌려 놓았습니다.`,
};
