import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "보내기 전에 확인하세요",
  goBack: "돌아가기",
  sendAnyway: "그대로 보내기",
  scheduleAnyway: "그대로 예약",
  subject: "제목이 없습니다.",
  attachment: "본문에서 첨부를 언급했지만 첨부한 파일이 없습니다.",
  outsideAmong: "조직 외부의 받는 사람: {names}. 나머지 받는 사람은 모두 같은 조직입니다.",
  outsideAdded: "조직 외부의 받는 사람: {names}. 지금까지는 같은 조직 사람만 참여한 대화입니다.",
  lookAlike: "{email}: {known} 주소와 비슷하지만 도메인이 다릅니다.",
  identity: "{to} 주소로 받은 메일인데 {from} 주소로 답장합니다.",
  replyAll: "답장을 {count}명에게 보냅니다.",
  recipient: "{name}님을 언급했지만 받는 사람에 없습니다.",
  answered: "작성하는 동안 {name}님이 답장했습니다.",
  placeholders: "아직 채우지 않았습니다: {names}",
  remove: "삭제",
  sendFrom: "{email} 주소로 보내기",
  add: "추가",
  addName: "{name} 추가",
  removeNames: "{names} 삭제",
  choose: "확인할 항목 선택",
};
