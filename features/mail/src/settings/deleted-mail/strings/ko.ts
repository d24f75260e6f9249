import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  more: "완전히 삭제한 메일을 30일 동안 복구할 수 있습니다. 저장 공간에는 포함되지 않습니다.",
  fromTrash: "완전히 삭제한 메일을 찾으시나요?",
  recover: "삭제한 메일 복구",
  find: "보낸 사람이나 제목으로 검색",
  count: ({ count }) => `메일 ${count}개`,
  selected: "{count}개 선택됨",
  select: "메일 선택",
  selectAll: "모두 선택",
  none: "복구할 메일이 없습니다",
  noneFound: "‘{query}’ 검색 결과가 없습니다",
  failed: "삭제한 메일을 불러오지 못했습니다",
  noSubject: "(제목 없음)",
  noSender: "(보낸 사람 없음)",
  deletedAt: "{when} 삭제",
  restore: "복구",
  restored: ({ count }) => `메일 ${count}개를 복구했습니다.`,
  noRoom: ({ count }) => `저장 공간이 부족해 메일 ${count}개를 복구하지 못했습니다.`,
  gone: ({ count }) => `메일 ${count}개를 찾을 수 없습니다.`,
  destroy: "지금 삭제",
  destroyTitle: ({ count }) => `메일 ${count}개를 지금 삭제할까요?`,
  destroyMore: "삭제하면 아무도 복구할 수 없습니다.",
  destroyed: ({ count }) => `메일 ${count}개를 삭제했습니다.`,
};
