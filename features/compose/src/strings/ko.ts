import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "새 메일",
  toMail: "메일로 가기",
  writeElsewhere: "쓰던 메일 프로그램으로 메일을 쓰세요",
  writeElsewhereHow:
    "메일 프로그램이 넘긴 메일은 이 서버가 보냅니다. 설정의 “보안”에서 앱 비밀번호를 만들어 그 프로그램에 로그인하세요.",
};
