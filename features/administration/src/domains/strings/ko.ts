import { plural, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  domainsMore: "이 도메인으로 오는 메일을 Atrium에서 받습니다.",
  domain: "도메인",
  domainHint: "예: example.org",
  domainAdded: "이제 {name} 도메인의 메일을 받습니다.",
  filterDomains: "도메인 검색",
  domainCount: ({ count }: { count: number }) => plural(count, { other: "도메인 {count}개" }),
  noDomainFound: "‘{query}’ 검색 결과가 없습니다",
  endDomainQuestion: "{name} 도메인을 삭제할까요?",
  endDomain: "도메인 삭제",
  endDomainMore:
    "이 도메인으로 오는 메일은 거부됩니다. 이미 받은 메일은 그대로 남습니다. 먼저 이 도메인의 주소를 사용하는 사람에게 다른 주소를 주세요.",
  domainEnded: "{name} 도메인을 삭제했습니다.",
  unverified: "이 도메인의 확인되지 않은 메일",
  unverifiedMore:
    "{domain}에서 보냈다고 되어 있지만 SPF와 DKIM을 모두 통과하지 못한 외부 메일입니다. 받는 사람에게는 항상 경고가 표시됩니다.",
  unverifiedFor: "처리 방법",
  unverifiedJunk: "스팸메일함으로 이동",
  unverifiedDeliver: "받은메일함에 넣기",
  unverifiedReject: "거부",
  unverifiedJunkMore:
    "받는 사람이 구독하는 메일링 리스트와 신뢰하는 전달 서버의 메일은 예외입니다.",
  unverifiedDeliverMore: "도메인의 DMARC 레코드가 더 엄격하면 그에 따릅니다.",
  unverifiedRejectMore:
    "이 도메인으로 보내는 모든 서버가 SPF나 DKIM을 통과할 때만 선택하세요. 메일링 리스트의 메일을 받지 못할 수 있습니다.",
  unverifiedSaved: "{domain} 설정을 저장했습니다.",
  domainCheckMore: "이 도메인의 DNS 상태와, 메일을 받는 데 필요한 설정입니다.",
  checkAgain: "다시 확인",
  serverName: "이 서버",
  serverNameMore: "다른 메일 서버에는 {host} 이름으로 표시됩니다.",
  leadsBack: "역방향 조회가 {host} 이름을 가리킵니다",
  leadsNotBack:
    "역방향 조회가 {host} 이름을 가리키지 않습니다. IP 주소 제공업체에 PTR 레코드를 요청하세요. 없으면 메일을 거부하는 서버가 많습니다.",
  hostWithoutAddress:
    "{host}의 주소를 찾을 수 없습니다. A 또는 AAAA 레코드를 추가하거나 ATRIUM_MAIL_HOST를 설정하세요.",
  dnsSilent: "DNS가 응답하지 않습니다 ({code})",
  dnsRecords: "DNS 레코드",
  dnsRecordsMore: "도메인을 관리하는 곳에 추가하세요.",
  recordsStand: "메일에 필요한 레코드가 모두 있습니다.",
  recordsUnknown: "일부 레코드에 DNS가 응답하지 않았습니다({codes}). 잠시 후 다시 확인하세요.",
  recordsOpen: ({ count }) => `레코드 ${count}개가 없거나 잘못되었습니다.`,
  recordStands: "정상",
  recordMissing: "없음",
  recordWrong: "잘못됨",
  recordUnknown: "알 수 없음",
  optional: "선택 사항",
  nowThere: "현재 값: {found}",
  showRecord: "레코드 보기",
  recordName: "이름",
  recordValue: "{type}",
  copyNameOf: "{kind} 이름 복사",
  copyValueOf: "{kind} 값 복사",
  purposeMx: "이 도메인의 메일을 받는 서버를 알립니다.",
  purposeSpf: "이 도메인으로 메일을 보낼 수 있는 서버를 알립니다.",
  purposeDkim: "다른 서버가 이 서버의 서명을 확인할 때 사용하는 키입니다.",
  purposeDmarc: "이 도메인을 사칭한 메일의 처리 방법을 알립니다.",
  purposeMtaSts:
    "다른 서버가 암호화된 연결로만 메일을 보내게 합니다. https://mta-sts.…/.well-known/mta-sts.txt 파일도 필요합니다.",
  purposeTlsRpt: "암호화에 실패한 서버가 결과를 보고하게 합니다.",
};
