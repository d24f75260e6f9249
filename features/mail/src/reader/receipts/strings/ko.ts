import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  asks: "{name}님이 읽음 확인을 요청했습니다",
  asksWhy: "이 메일을 열었다는 사실을 상대방에게 알립니다.",
  asksElsewhere:
    "읽음 확인이 이 메일을 보낸 주소가 아닌 {address} 주소로 갑니다. 이유를 아는 경우에만 보내세요.",
  send: "읽음 확인 보내기",
  decline: "보내지 않기",
  sent: "읽음 확인을 보냈습니다.",
  notSent: "읽음 확인을 보내지 못했습니다.",
  already: "이미 읽음 확인을 보냈거나 보내지 않기로 했습니다.",
  subject: "읽음: {subject}",
  noSubject: "읽음 확인",
  text: "{name}님이 ‘{subject}’ 메일을 열었습니다.\n\n내용을 읽거나 이해했다는 뜻은 아닙니다.\n",
  textNoSubject: "{name}님이 메일을 열었습니다.\n\n내용을 읽거나 이해했다는 뜻은 아닙니다.\n",
  requested: "읽음 확인을 요청한 메일입니다",
  openedBy: "열어 본 사람: {names}",
  andMore: "{names} 외 {count}명",
  who: "{name}({date})",
  displayed: "{name}님이 메일을 열었습니다",
  deleted: "{name}님이 메일을 삭제했습니다",
  dispatched: "{name}님이 메일을 전달했습니다",
  processed: "{name}님에게 보낸 메일이 자동으로 처리되었습니다",
  when: "{date}. 내용을 읽거나 이해했다는 뜻은 아닙니다.",
  whenOnly: "{date}",
  show: "메일 보기",
};
