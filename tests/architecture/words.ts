/** A way to say something that is not the product's own, and what is said instead. */
export interface Wording {
  readonly not: RegExp;
  readonly but: string;
  /** Files in which it is said of another thing. */
  readonly elsewhere?: RegExp;
}

/** One word for each thing, and no sentence that nobody would say. For what people read in English. */
export const ENGLISH: readonly Wording[] = [
  { not: /\be-mails?\b/i, but: "email, or message" },
  { not: /\bmails\b/i, but: "messages" },
  { not: /\bmail address/i, but: "email address" },
  { not: /\bwrite a mail\b/i, but: "New message" },
  {
    not: /\b(?:a|an|one|this|the one|first) mail(?! ?(?:app|queue|server|box|window))\b/i,
    but: "message",
  },
  { not: /\bmail programs?\b/i, but: "mail app" },
  { not: /\bfor good\b/i, but: "permanently" },
  { not: /\bsomebody\b/i, but: "someone" },
  { not: /\beverybody\b/i, but: "everyone" },
  { not: /\b(?:anew|in vain)\b/i, but: "again; failed" },
  { not: /\b(?:is|are) told\b/i, but: "will be told, or gets a message" },
  { not: /\bput off\b/i, but: "deferred" },
  { not: /\bta(?:ke|king|ken) back\b/i, but: "undo, restore" },
  { not: /\bof its own\b/i, but: "new, separate" },
  { not: /\babsence\b/i, but: "out of office" },
  { not: /\bas the system\b/i, but: "System" },
  { not: /\bis called “/i, but: "No people match “…”" },
  { not: /\bown folders\b/i, but: "Folders" },
  { not: /\bis not right\b/i, but: "Wrong password" },
  { not: /\bstands? (?:below|before|here|above)\b/i, but: "is added below, is shown before" },
  { not: /\bbe told of\b/i, but: "Turn on notifications" },
  { not: /\bgoes without a mouse\b/i, but: "Keyboard shortcuts" },
  { not: /\bthe words say\b/i, but: "This link shows …" },
  { not: /\byou wrote of\b/i, but: "You mentioned …" },
  { not: /\bis it you\?/i, but: "Confirm your password" },
  { not: /\bhand it over\b/i, but: "Give it to them yourself" },
  { not: /\bsends it nowhere\b/i, but: "it will not be emailed" },
  { not: /\bnot told again\b/i, but: "gets this reply at most once a week" },
  { not: /\byou do not know\b/i, but: "you don’t recognise" },
  { not: /\bby itself\b/i, but: "automatically" },
  { not: /\bin any case\b/i, but: "always" },
  { not: /\bshared accounts?\b/i, but: "shared mailbox" },
  { not: /\bcolors?\b|\bgray\b|\bcanceled\b/i, but: "British spelling: colour, grey, cancelled" },
  { not: /\bcenter\b/i, but: "centre" },
  { not: /[a-z]'[a-z]/i, but: "’" },
  { not: / …/, but: "no space before the dots" },
  { not: /\} %/, but: "no space before %" },
];

/**
 * The same for Korean, which is written in 합니다체 and asks with `-하세요`: what 네이버, 카카오 and Google say in everyday use,
 * natural by itself. What a thing is called is in `TERMS`.
 */
export const KOREAN: readonly Wording[] = [
  { not: /까닭/, but: "이유" },
  { not: /지금 비밀번호/, but: "현재 비밀번호" },
  { not: /휴대폰|핸드폰/, but: "휴대전화" },
  { not: /글쇠/, but: "키, 글자" },
  { not: /본인 계정|나의 계정/, but: "내 계정" },
  { not: /당신|귀하/, but: "no word for “you”, or 회원님" },
  { not: /수행/, but: "하다" },
  { not: /해당/, but: "이, 그, or nothing" },
  { not: /되어[지집진]/, but: "되다" },
  { not: /하시기 바랍니다|주십시오/, but: "-하세요" },
  { not: /(?:해|어|아|에|예|네|군)요(?=[.!…]|$)/, but: "-합니다" },
  { not: /하시겠습니까/, but: "-할까요?" },
  { not: /고르(?:세요|고|면|거나|기)|고른|골라/, but: "선택하세요" },
  { not: /(?<!이어서 )쓸 수 [있없]/, but: "사용할 수 있습니다, as 쓰다 is to write here" },
  { not: /바꿀 수|바꿉니다/, but: "변경할 수 있습니다" },
  { not: /낱말/, but: "단어" },
  { not: /시각/, but: "시간" },
  { not: /잠시 뒤|\d[일분초] 뒤|시간 뒤|\}[일분초] 뒤/, but: "후" },
  { not: /다시 시도하세요|다시 해 ?보/, but: "다시 시도해 주세요" },
  { not: /새로 고치/, but: "새로고침" },
  { not: /미리 보기/, but: "미리보기" },
  { not: /더 보기/, but: "더보기" },
  { not: /바로 가기/, but: "바로가기" },
  { not: /붙여 넣/, but: "붙여넣기" },
  { not: /\d통|\}통|[두세] 통(?!과)/, but: "메일 3개" },
  { not: /[“”]/, but: "‘…’" },
  { not: /\} 님/, but: "{name}님" },
  {
    not: /을\(를\)|를\(을\)|은\(는\)|는\(은\)|이\(가\)|가\(이\)|과\(와\)|와\(과\)|\(으\)로|\(이\)/,
    but: "words that need no particle after a name",
  },
  {
    // Who did something is followed by 님, which settles it.
    not: /(?<!\{who)\}’?(?:을|를|은|는|이|가|과|와|으로|로|이나|이며|이지만|인)(?![가-힣])/,
    but: "words that need no particle after a name, or `particle`",
  },
  { not: /(?:\}|(?<![:\d])\d+)(?:[KMGT]B|ms)\b/i, but: "a space before the unit" },
  { not: / …/, but: "no space before the dots" },
];

/** A thing: what it is called in English and in Korean, and the Korean words that would name it, too. */
export interface Term {
  readonly en: RegExp;
  readonly ko: RegExp;
  readonly not?: RegExp;
  /** Files in which `not` is the word for another thing. */
  readonly elsewhere?: RegExp;
}

/** One word for each thing. Where English names it, Korean has its word; the other words for it are nowhere. */
export const TERMS: readonly Term[] = [
  { en: /\bconversations?\b/i, ko: /대화/, not: /스레드|쓰레드|타래/ },
  { en: /\bnew message\b/i, ko: /메일/, not: /메시지|전자우편|이메일|서신|편지/ },
  {
    en: /\bfolders?\b/i,
    ko: /메일함|보관함|휴지통|폴더/,
    not: /(?<!backup |앱 |드라이브 )폴더|편지함|사서함/,
    // What files lie in.
    elsewhere: /^(?:features\/drive|server\/src\/protocols\/public\/share-file)\//,
  },
  { en: /\binbox/i, ko: /받은메일함/, not: /받은 메일함|수신함/ },
  { en: /\bsent folder\b/i, ko: /보낸메일함/, not: /보낸 메일함|발신함/ },
  { en: /\bdrafts?\b/i, ko: /임시보관|작성 중인/, not: /초안|임시 보관|임시 저장|임시저장/ },
  { en: /\bTrash\b/, ko: /휴지통/, not: /쓰레기통/ },
  { en: /\bjunk\b/i, ko: /스팸/, not: /정크|스팸 메일/ },
  { en: /\barchiv(?:e|ed|ing)\b/i, ko: /보관/, not: /아카이브|기록보관/ },
  { en: /\bscheduled?\b/i, ko: /예약/, not: /예약 메일함|나중에 보내/ },
  { en: /\bsnoozed?\b/i, ko: /다시 알/, not: /스누즈|미루/ },
  { en: /\b(?:un)?mute[ds]?\b/i, ko: /숨기|숨긴|숨겼/, not: /음소거|뮤트|알림 꺼짐/ },
  { en: /\bpinned\b|\bpin (?:on|or)\b/i, ko: /고정|버전/ },
  { en: /\bstars?\b|\bstarred\b/i, ko: /별표/, not: /즐겨찾기|별표 제거/ },
  { en: /\blabel(?:s|led|ling)?\b/i, ko: /라벨/, not: /레이블|꼬리표|태그/ },
  { en: /\bout of office\b/i, ko: /부재중/, not: /부재 중/ },
  { en: /\brules\b/i, ko: /규칙/ },
  { en: /\bshared (?:mailbox|account)/i, ko: /공유 계정/, not: /공유 메일함|공용/ },
  { en: /\baddress book\b|\bdirectory\b/i, ko: /주소록/, not: /디렉터리|디렉토리|명함/ },
  { en: /\bcontacts?\b/i, ko: /연락처/, not: /콘택트/ },
  { en: /\bsign in\b|\bsigned in\b/i, ko: /로그인/, not: /사인인/ },
  { en: /\bsign(?:ed)? out\b/i, ko: /로그아웃|로그인/, not: /사인아웃|세션/ },
  { en: /\btwo-step\b/i, ko: /2단계 인증/, not: /2단계 로그인|2차 인증|이중 인증|두 단계/ },
  { en: /\bpasskeys?\b/i, ko: /패스키/, not: /패스 키/ },
  { en: /\bapp passwords?\b/i, ko: /앱 비밀번호/, not: /앱 암호/ },
  { en: /\bpasswords?\b/i, ko: /비밀번호/, not: /암호(?!화)|패스워드/ },
  { en: /\brecovery codes?\b/i, ko: /복구 코드/, not: /백업 코드/ },
  { en: /\brecovery address\b/i, ko: /복구 주소/, not: /보조 주소/ },
  { en: /\brecover(?:ed)?\b|\brestored?\b/i, ko: /복구|찾으시나요|메일 보기/, not: /되살/ },
  { en: /\bmail apps?\b/i, ko: /메일 앱/, not: /메일 프로그램|메일 클라이언트/ },
  { en: /\bnotifications?\b/i, ko: /알림|알립/, not: /통지/ },
  { en: /\battach/i, ko: /첨부/, not: /첨부파일/ },
  { en: /\bforward(?:ed)?\b/i, ko: /전달/, not: /포워드/ },
  { en: /\brepl(?:y|ies|ied)\b/i, ko: /답장|응답/, not: /(?<!자동 )회신/ },
  { en: /\bunsubscribe/i, ko: /수신 ?[을]? ?거부/, not: /구독 취소|구독 해지/ },
  { en: /\bsignatures?\b/i, ko: /서명/ },
  { en: /\bidentit(?:y|ies)\b/i, ko: /발신 정보/ },
  {
    en: /\bsenders?\b/i,
    ko: /보낸 사람|보내는|발송|발신 도메인|사람|주소|믿을 수 있는 메일/,
    not: /보낸사람(?!:)|발신자|송신자|보낸이/,
  },
  { en: /\brecipients?\b/i, ko: /받는 사람/, not: /받는사람(?!:)|수신자|수신인|받는이/ },
  { en: /\bbcc\b|\bblind copy\b/i, ko: /숨은 참조/, not: /숨은참조(?!:)/ },
  { en: /\bstorage\b/i, ko: /저장 공간|용량/, not: /저장소|스토리지/ },
  { en: /\bimages?\b/i, ko: /이미지/, not: /그림(?!,)/ },
  { en: /\bdownload/i, ko: /다운로드/, not: /내려받|내려 받/ },
  { en: /\bupload/i, ko: /업로드/, not: /올리(?:는|기|지)/ },
  { en: /\bpreview\b/i, ko: /미리|화면/ },
  { en: /\bpeople\b/i, ko: /./, not: /구성원/ },
  { en: /\bmembers?\b/i, ko: /멤버/, not: /회원(?!님)/ },
  { en: /\bgroups?\b(?!:)/i, ko: /그룹/, not: /모둠/ },
  { en: /\borgani[sz]ation/i, ko: /조직|기관/, not: /단체/ },
  { en: /\bdomains?\b/i, ko: /도메인/ },
  { en: /\bmail queue\b/i, ko: /메일 대기열/, not: /발송 대기/ },
  { en: /\bdelivery\b/i, ko: /전송/, not: /배달/ },
  { en: /\bremote apps?\b/i, ko: /원격 앱/, not: /리모트/ },
  { en: /\bauditor\b/i, ko: /감사 담당자/, not: /감사자/ },
  { en: /\bpolic(?:y|ies)\b/i, ko: /정책/ },
  { en: /\bKeyboard shortcuts\b/i, ko: /단축키/ },
  { en: /\btry again\b/i, ko: /다시 (?:시도|확인|보내)/, not: /재시도(?!$)/ },
];

/**
 * For what operators and developers read in English: documents, the command line, errors, log lines. Fewer than for the
 * screens, since these texts also speak of mail servers, addresses and passwords in the words of their field.
 */
export const TECHNICAL: readonly Wording[] = [
  { not: /\bsomebody\b/i, but: "someone, a user" },
  { not: /\bwhoever\b/i, but: "anyone who, users who" },
  { not: /\b(?:anew|in vain)\b/i, but: "again; failed, deferred" },
  { not: /\b(?:is|are|was|were) told\b/i, but: "is notified, gets" },
  { not: /\bput off\b/i, but: "deferred, postponed" },
  { not: /\bfor good\b/i, but: "permanently" },
  { not: /\bmails\b/i, but: "messages" },
  { not: /\bmail programs?\b/i, but: "mail app" },
  { not: /\bstrangers?\b/i, but: "outside, external" },
  { not: /\bmend(?:s|ed|ing)?\b/i, but: "fix" },
  {
    not: /\bstands? (?:above|at|behind|below|beside|here|in|on|there)\b/i,
    but: "is in, is shown at",
  },
  { not: /\bof (?:its|their|our|one['’]s) own\b/i, but: "own, separate" },
  { not: /\bby itself\b/i, but: "automatically, separately" },
  { not: /\b(?:database|disk|server|store) is away\b/i, but: "is unavailable" },
  { not: /\bhand(?:s|ed)? in\b/i, but: "submit" },
  { not: /\bwritten down\b/i, but: "recorded, documented" },
];
