import { plural, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  intro:
    "바이러스가 발견된 메일은 30일 동안 여기에 격리됩니다. 내용은 아무도 볼 수 없으며, 전달을 허용해야 받는 사람에게 전달됩니다.",
  find: "보낸 사람, 받는 사람, 제목, 바이러스로 검색",
  mailCount: ({ count }) => plural(count, { other: "메일 {count}개" }),
  noMailFound: "‘{query}’ 검색 결과가 없습니다",
  empty: "격리된 메일이 없습니다",
  emptyMore: "바이러스가 발견된 메일은 받는 사람에게 전달되지 않고 여기에 격리됩니다.",
  to: "받는 사람: {address}",
  moreRecipients: "외 {count}명",
  noSubject: "(제목 없음)",
  noSender: "보낸 사람 없음",
  released: "전달됨",
  threat: "바이러스",
  sender: "보낸 사람",
  envelopeSender: "보낸 주소",
  recipients: "받는 사람",
  received: "받은 시간",
  size: "크기",
  release: "전달 허용",
  releaseIntro: "경고와 함께 받는 사람에게 전달합니다.",
  releaseTitle: "이 메일의 전달을 허용할까요?",
  releaseMore: ({ count, threat }) =>
    `바이러스 검사에서 다음이 발견되었습니다: ${threat}. 받는 사람 ${count}명에게 경고와 함께 전달하며, 취소할 수 없습니다.`,
  isReleased: "전달을 허용했습니다. 곧 전달됩니다.",
  delete: "삭제",
  deleteIntro: "받는 사람에게 전달하지 않습니다. 삭제하지 않아도 30일이 지나면 삭제됩니다.",
  deleteReleased: "여기에 있는 기록만 삭제합니다. 받는 사람에게 전달한 메일은 그대로 있습니다.",
  deleteTitle: "이 메일을 삭제할까요?",
  deleteMore: "받는 사람에게 전달하지 않으며, 복구할 수 없습니다.",
  isDeleted: "격리된 메일을 삭제했습니다.",
};
