import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  isPhishing: "피싱으로 신고된 메일입니다",
  isPhishingWhat: "답장하거나 비밀번호를 입력하지 마세요. 링크는 확인을 거쳐 열립니다.",
  inJunk: "스팸메일함에 있는 메일입니다",
  inJunkUnverified: "보낸 사람을 확인할 수 없어 스팸메일함으로 이동했습니다.",
  inJunkMoved: "나 또는 권한이 있는 사람이 스팸메일함으로 이동했습니다. 이미지는 계속 차단됩니다.",
  hasVirus: "바이러스가 발견된 메일입니다",
};
