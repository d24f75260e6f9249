import { plural, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

interface Count {
  readonly count: number;
}

export const ko: Translation<typeof en> = {
  title: "사용자 가져오기",
  intro:
    "Google Workspace나 Microsoft 365에서 내보낸 CSV 파일 등으로 여러 사용자를 한꺼번에 추가합니다.",

  file: "파일",
  fileMore:
    "한 줄에 사용자 한 명의 이름과 메일 주소가 있어야 합니다. 다른 주소, 역할, 한도는 선택 사항입니다.",
  choose: "CSV 파일 선택",
  dropHere: "여기에 파일을 놓으세요",
  orDrop: "파일을 여기로 끌어다 놓아도 됩니다.",
  paste: "또는 표 붙여넣기",
  pasteHint: "예: 스프레드시트에서 열 제목까지 함께 복사한 표",
  check: "확인",
  passwords: "파일에 있는 비밀번호는 가져오지 않습니다. 사용자가 초대 링크로 직접 설정합니다.",

  tooLarge: "파일이 너무 큽니다. 10 MB 이하로 나누세요.",
  tooManyRows: "줄이 너무 많습니다. 50,000줄 이하로 나누세요.",
  tooManyColumns: "{line}번째 줄에 열이 200개보다 많습니다.",
  cellTooLong: "{line}번째 줄에 10,000자가 넘는 값이 있습니다.",
  unclosedQuote: "{line}번째 줄의 따옴표가 닫히지 않았습니다.",
  binary: "CSV 파일이 아닙니다. Excel이나 Numbers에서 먼저 CSV로 저장하세요.",
  noPeople: "파일에 사용자가 없습니다.",
  unread: "파일을 읽지 못했습니다.",

  columns: "열",
  columnsMore: "각 항목이 파일의 어느 열에 있는지 나타냅니다. 인식하지 못한 열은 변경하세요.",
  columnsMissing: "이름과 메일 주소가 있는 열을 선택하세요",
  none: "파일에 없음",
  column: "{number}번째 열",
  columnLike: "{title} ({example})",
  address: "메일 주소",
  name: "이름",
  firstName: "이름(성 제외)",
  lastName: "성",
  aliases: "다른 주소",
  roles: "역할",
  quotaOctets: "저장 공간 한도(GB)",
  quotaEmails: "메일 수 한도",

  checked: "가져오기 미리보기",
  checkedMore: "아직 변경된 것은 없습니다.",
  newCount: ({ count }: Count) => plural(count, { other: "{count}명을 추가합니다" }),
  newNone: "추가할 사용자가 없습니다",
  presentCount: ({ count }: Count) =>
    plural(count, { other: "{count}명은 이미 있어 그대로 둡니다" }),
  unusableCount: ({ count }: Count) => plural(count, { other: "{count}줄은 가져올 수 없습니다" }),
  foreignAliases: ({ count }: Count) =>
    plural(count, { other: "조직의 도메인이 아닌 다른 주소 {count}개는 제외합니다" }),
  rolesGiven: ({ count }: Count) =>
    plural(count, { other: "이 중 {count}명은 일반 사용자보다 많은 권한을 받습니다" }),
  roleOf: "{name}: {roles}",
  line: "{line}번째 줄",
  andMore: ({ count }: Count) => plural(count, { other: "외 {count}개" }),
  downloadUnusable: "이 줄만 다운로드",
  links: "사용자마다 초대 링크 만들기",
  linksHint:
    "링크는 마지막에 다운로드하는 결과에 들어 있습니다. 나중에 사용자 페이지에서 만들 수도 있습니다.",
  importCount: ({ count }: Count) => plural(count, { other: "{count}명 가져오기" }),
  otherFile: "다른 파일 선택",

  importing: "사용자를 가져오는 중",
  importingMore:
    "이 페이지를 열어 두세요. 페이지를 떠나면 가져오기가 멈추며, 같은 파일을 다시 가져오면 이어집니다.",
  progress: "{total}명 중 {done}명",
  secondsLeft: ({ count }: Count) => plural(count, { other: "{count}초 남음" }),
  minutesLeft: ({ count }: Count) => plural(count, { other: "{count}분 남음" }),
  stop: "중지",
  stopping: "중지하는 중…",
  resume: "계속",

  finished: "가져오기를 마쳤습니다",
  stopped: "가져오기가 중지되었습니다",
  stoppedMore: ({ count }: Count) =>
    plural(count, { other: "{count}명을 아직 가져오지 않았습니다" }),
  createdCount: ({ count }: Count) => plural(count, { other: "{count}명을 추가했습니다" }),
  createdNone: "추가된 사용자가 없습니다",
  refusedCount: ({ count }: Count) => plural(count, { other: "{count}줄을 가져오지 못했습니다" }),
  linkMissing: ({ count }: Count) =>
    plural(count, { other: "{count}명은 추가했지만 초대 링크를 만들지 못했습니다" }),
  downloadResults: "결과 다운로드",
  linksWarning: "결과에 초대 링크가 들어 있습니다",
  linksWarningMore:
    "링크가 있으면 누구나 그 사용자의 비밀번호를 설정할 수 있습니다. 파일을 비밀번호 목록처럼 안전하게 보관하고, 링크를 전달한 뒤에는 삭제하세요. 링크는 7일 동안 한 번만 사용할 수 있으며 다시 표시되지 않습니다.",
  again: "다른 파일 가져오기",

  noAddress: "메일 주소가 없습니다",
  noName: "이름이 없습니다",
  longName: "이름이 200자를 넘습니다",
  wrongAddress: "올바른 메일 주소가 아닙니다: ‘{what}’",
  foreignDomain: "조직의 도메인이 아닙니다: ‘{what}’",
  wrongAlias: "올바른 메일 주소가 아닙니다: ‘{what}’",
  tooManyAliases: "다른 주소가 100개를 넘습니다",
  wrongRole: "없는 역할입니다: ‘{what}’",
  wrongQuota: "올바른 한도가 아닙니다: ‘{what}’",
  twiceInFile: "{what}번째 줄에 같은 주소가 있습니다",
  takenByOther: "다른 사용자가 사용 중인 주소입니다: ‘{what}’",
  removedPerson: "삭제된 사용자입니다. 새로 추가하는 대신 복구하세요.",

  fileLine: "줄",
  result: "결과",
  reason: "이유",
  invitationLink: "초대 링크",
  worksUntil: "사용 기한(UTC)",
  resultCreated: "추가됨",
  resultPresent: "이미 있음",
  resultRefused: "가져오지 않음",
  resultPending: "아직 가져오지 않음",
  status: "상태",
  active: "사용 중",
  disabled: "사용 중지됨",
  peopleFile: "사용자.csv",
  resultsFile: "가져오기-결과.csv",
  unusableFile: "가져올-수-없는-줄.csv",
};
