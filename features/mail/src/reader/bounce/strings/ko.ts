import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  notDelivered: "메일이 전송되지 않았습니다",
  notYetDelivered: "메일이 아직 전송되지 않았습니다",
  noAddress: "없는 주소입니다.",
  noAddressDo: "철자를 확인하거나 올바른 주소를 물어보세요.",
  noDomain: "{domain} 도메인이 없거나 메일을 받지 않습니다.",
  noDomainDo: "@ 뒷부분을 확인하세요.",
  full: "받는 사람의 메일함이 가득 찼습니다.",
  fullDo: "며칠 후 다시 보내거나 다른 방법으로 연락하세요.",
  closed: "더 이상 메일을 받지 않는 주소입니다.",
  closedDo: "다른 주소를 물어보세요.",
  tooLarge: "메일이 받는 서버의 제한보다 큽니다.",
  tooLargeDo: "첨부 파일을 빼거나 줄여서 다시 보내세요.",
  unreachable: "받는 서버에 연결하지 못했습니다.",
  unreachableDo: "@ 뒷부분을 확인하거나 나중에 다시 보내세요.",
  unverified: "받는 서버가 보낸 사람을 확인하지 못했습니다.",
  unverifiedDo: "관리자에게 오류 코드를 알려 주세요.",
  refused: "받는 서버가 메일을 거부했습니다.",
  refusedDo: "스팸으로 분류되었을 수 있습니다. 내용을 바꾸거나 다른 방법으로 연락하세요.",
  unknown: "받는 서버가 메일을 받지 않았습니다.",
  unknownDo: "서버의 응답을 확인하거나 관리자에게 문의하세요.",
  stillTried: "따로 하실 일은 없습니다. 자동으로 다시 시도합니다.",
  said: "받는 서버의 응답: {said}",
  andMore: "외 {count}명",
  resend: "수정해서 다시 보내기",
};
