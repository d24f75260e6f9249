import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  someTrack: ({ count, tracked }) =>
    `이미지 ${count}개를 차단했습니다. 그중 ${tracked}개는 추적 픽셀입니다`,
  trackersStay: ({ hosts }) =>
    `추적 픽셀(${hosts})은 읽음 여부만 보낸 사람에게 알려 주므로 계속 차단합니다. 다른 이미지를 불러와도 읽은 사실이 알려질 수 있습니다.`,
  trackersBlocked: ({ count }) => `추적 픽셀 ${count}개를 차단했습니다`,
  trackersBlockedWhy: ({ hosts }) =>
    `보낸 사람에게 메일을 읽었다고 알려 주는 이미지입니다(${hosts}).`,
  otherHosts: ({ count }) => `외 ${count}곳`,
  tracking: "추적",
  stayBlocked: ({ count }) => `픽셀 ${count}개 차단:`,
  moreTrackers: ({ count }) => `외 ${count}개`,
};
