import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  domainsMore: "Atrium은 이 도메인의 메일을 받습니다.",
  domain: "도메인",
  domainHint: "예: example.org",
  domainAdded: "이제 {name}의 메일을 받습니다",
  checkDns: "DNS 확인",
  domainCheckMore: "이 도메인의 DNS 상태와, 메일이 도착하도록 설정할 내용입니다.",
  checkAgain: "다시 확인",
  serverName: "이 서버",
  serverNameMore: "메일 서버 사이에서 {host}(으)로 불립니다.",
  leadsBack: "{host}(으)로 역방향 조회됨",
  leadsNotBack:
    "{host}(으)로 역방향 조회되지 않습니다. 주소를 준 곳에 PTR 레코드를 부탁하세요. 없으면 메일을 거부하는 서버가 많습니다.",
  hostWithoutAddress:
    "{host}에 주소가 없습니다. A 또는 AAAA 레코드를 만들거나 ATRIUM_MAIL_HOST를 설정하세요.",
  dnsSilent: "DNS가 응답하지 않습니다 ({code})",
  dnsRecords: "DNS 레코드",
  dnsRecordsMore: "도메인을 관리하는 곳에서 설정하세요.",
  recordsStand: "메일에 필요한 레코드가 모두 있습니다.",
  recordsUnknown: "일부 레코드에 DNS가 응답하지 않았습니다({codes}). 잠시 뒤 다시 확인하세요.",
  recordsOpen: ({ count }) => `레코드 ${count}개가 없거나 잘못되었습니다.`,
  recordStands: "정상",
  recordMissing: "없음",
  recordWrong: "잘못됨",
  recordUnknown: "알 수 없음",
  optional: "선택",
  nowThere: "지금 값: {found}",
  showRecord: "레코드 보기",
  recordName: "이름",
  recordValue: "{type}",
  copyNameOf: "{kind} 이름 복사",
  copyValueOf: "{kind} 값 복사",
  purposeMx: "이 도메인의 메일을 어느 서버가 받는지 알립니다.",
  purposeSpf: "어느 서버가 이 도메인으로 메일을 보낼 수 있는지 알립니다.",
  purposeDkim: "다른 서버가 이 서버의 서명을 확인하는 키입니다.",
  purposeDmarc: "이 도메인을 사칭한 메일을 어떻게 다룰지 알립니다.",
  purposeMtaSts:
    "암호화된 메일만 보내게 합니다. https://mta-sts.…/.well-known/mta-sts.txt 파일도 필요합니다.",
  purposeTlsRpt: "암호화에 실패하면 알려 주게 합니다.",
};
