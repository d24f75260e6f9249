/** A sign, what it is called in either language, and other words by which it is found. */
export interface Emoji {
  readonly sign: string;
  readonly en: string;
  readonly ko: string;
  readonly words: string;
}

/** Each line: the sign, then in English and in Korean its name and, after commas, more words. */
const LIST = `
😀|grinning face,happy,smile|활짝 웃는 얼굴,미소,기쁨
😄|smiling face,happy,joy,smile|웃는 얼굴,미소,기쁨
😁|beaming face,smile,grin|이를 드러내고 웃는 얼굴,미소
😂|tears of joy,laugh,lol|웃겨서 우는 얼굴,폭소,ㅋㅋ
🤣|rolling on the floor laughing,laugh,rofl|배꼽 잡는 얼굴,폭소,ㅋㅋ
🙂|slightly smiling face,smile|살짝 웃는 얼굴,미소
😉|winking face,wink|윙크
😊|blushing smile,happy,smile|수줍은 미소,기쁨
😇|smiling face with halo,angel|천사 얼굴,착함
🥰|smiling face with hearts,love|사랑에 빠진 얼굴,하트
😍|heart eyes,love|하트 눈,사랑
🤩|star-struck,wow,excited|반한 얼굴,신남,와
😘|blowing a kiss,kiss,love|뽀뽀,사랑
😋|yummy face,delicious|맛있는 얼굴,냠냠
😜|winking with tongue,joke,silly|메롱,장난
🤗|hugging face,hug|포옹,안아줘
🤔|thinking face,think,hmm|생각하는 얼굴,고민,음
🤨|raised eyebrow,doubt|의심하는 얼굴,갸우뚱
😐|neutral face,meh|무표정
🙄|rolling eyes|눈을 굴리는 얼굴,어이없음
😏|smirking face,smirk|능글맞은 얼굴
😮|surprised face,wow,open mouth|놀란 얼굴,와
😲|astonished face,shock|깜짝 놀란 얼굴,충격
😳|flushed face,embarrassed|당황한 얼굴,부끄러움
🥺|pleading face,please|애원하는 얼굴,부탁
😢|crying face,sad,tear|우는 얼굴,슬픔,눈물
😭|loudly crying face,sad,sob|엉엉 우는 얼굴,슬픔,ㅠㅠ
😞|disappointed face,sad|실망한 얼굴,슬픔
😔|pensive face,sad,sorry|시무룩한 얼굴,슬픔
😓|downcast face with sweat,tired|진땀 나는 얼굴,피곤
😅|sweat smile,phew,nervous|땀 흘리며 웃는 얼굴,안도
😱|screaming in fear,shock,scared|비명,공포,무서움
😡|angry face,mad|화난 얼굴,분노
😤|huffing face,proud|씩씩대는 얼굴,콧김
😴|sleeping face,sleep,zzz|자는 얼굴,졸림
🥱|yawning face,tired|하품,졸림
😷|face with mask,sick|마스크 쓴 얼굴,아픔,감기
🤒|face with thermometer,sick,ill|열나는 얼굴,아픔,감기
🤯|exploding head,mind blown|머리가 터지는 얼굴,충격
🥳|partying face,party,celebrate|파티하는 얼굴,축하
😎|sunglasses,cool|선글라스,멋짐
🤓|nerd face,geek|공부벌레
🤝|handshake,deal,agree|악수,합의,협력
👍|thumbs up,yes,good,ok,like|엄지척,좋아요,최고
👎|thumbs down,no,bad|엄지 내리기,싫어요
👌|ok hand,okay,perfect|오케이,좋아
✌️|victory hand,peace|브이,승리
🤞|crossed fingers,luck,hope|행운을 빌어,희망
👏|clapping hands,applause,bravo|박수,짝짝
🙌|raising hands,hooray,celebrate|만세,축하
🙏|folded hands,please,thanks,pray|두 손 모으기,부탁,감사,기도
👋|waving hand,hello,hi,bye|손 흔들기,안녕
💪|flexed biceps,strong,muscle|알통,힘,화이팅
👉|pointing right,this|오른쪽 가리키기
👈|pointing left|왼쪽 가리키기
👇|pointing down,below|아래 가리키기
👆|pointing up,above|위 가리키기
✍️|writing hand,write|글쓰기,필기
👀|eyes,look,see|눈,보기
🧠|brain,idea,smart|뇌,생각
❤️|red heart,love|빨간 하트,사랑
🧡|orange heart,love|주황 하트,사랑
💛|yellow heart,love|노란 하트,사랑
💚|green heart,love|초록 하트,사랑
💙|blue heart,love|파란 하트,사랑
💜|purple heart,love|보라 하트,사랑
🖤|black heart|검은 하트
💔|broken heart,sad|깨진 하트,이별
💯|hundred points,perfect,100|백 점,만점
✨|sparkles,shine,new|반짝임,새로움
⭐|star,favourite|별,즐겨찾기
🌟|glowing star|빛나는 별
🔥|fire,hot,lit|불,인기
💥|collision,boom|폭발,쾅
💡|light bulb,idea|전구,아이디어
🎉|party popper,congratulations,celebrate|폭죽,축하
🎊|confetti ball,celebrate|꽃가루,축하
🎁|present,gift|선물
🎂|birthday cake,birthday|생일 케이크,생일
🎈|balloon,party|풍선,파티
🏆|trophy,win,prize|트로피,우승
🥇|gold medal,first,win|금메달,1등
🎯|direct hit,target,goal|과녁,목표
🚀|rocket,launch,fast|로켓,출시,빠름
✅|check mark,done,yes|체크,완료
☑️|ticked box,done|체크 상자,완료
❌|cross mark,no,wrong|엑스,아니요,틀림
❗|exclamation mark,important|느낌표,중요
❓|question mark|물음표,질문
⚠️|warning,caution|경고,주의
🚫|prohibited,no,forbidden|금지,안 됨
⛔|no entry,stop|진입 금지,정지
🔴|red circle,stop|빨간 동그라미
🟡|yellow circle|노란 동그라미
🟢|green circle,go|초록 동그라미
🔵|blue circle|파란 동그라미
➡️|right arrow|오른쪽 화살표
⬅️|left arrow|왼쪽 화살표
⬆️|up arrow|위쪽 화살표
⬇️|down arrow|아래쪽 화살표
🔄|arrows in a circle,refresh,repeat|새로 고침,반복
➕|plus,add|더하기,추가
➖|minus|빼기
📧|email,mail|이메일,메일
✉️|envelope,mail,letter|봉투,편지
📨|incoming envelope,mail|받는 메일
📎|paperclip,attachment|클립,첨부
📌|pushpin,pin|압정,고정
📍|round pushpin,place,location|위치,장소
📅|calendar,date|달력,날짜
📆|tear-off calendar,date|일력,날짜
⏰|alarm clock,time|알람 시계,시간
⏳|hourglass,wait|모래시계,대기
🕐|one o'clock,time|한 시,시간
📝|memo,note,write|메모,기록
📄|page,document|문서,페이지
📁|folder,file|폴더,파일
📊|bar chart,statistics|막대그래프,통계
📈|chart increasing,growth|상승 그래프,성장
📉|chart decreasing,loss|하락 그래프,감소
🔍|magnifying glass,search,find|돋보기,검색
🔒|locked,security|잠김,보안
🔓|unlocked|잠금 해제
🔑|key|열쇠
🔗|link,url|링크,연결
🔧|wrench,fix,repair|렌치,수리
⚙️|gear,settings|톱니바퀴,설정
🧪|test tube,test,experiment|시험관,테스트,실험
🐛|bug,insect|벌레,버그
💻|laptop,computer|노트북,컴퓨터
🖥️|desktop computer|데스크톱,컴퓨터
📱|mobile phone,smartphone|휴대전화,스마트폰
☎️|telephone,call|전화
📞|telephone receiver,call|수화기,전화
🎧|headphones,music|헤드폰,음악
📷|camera,photo|카메라,사진
🎥|film camera,video|영화 카메라,영상
🔔|bell,notification|종,알림
🔕|bell off,mute|알림 끄기
📣|megaphone,announcement|확성기,공지
💬|speech bubble,chat,comment|말풍선,채팅,댓글
💰|money bag,money|돈 자루,돈
💳|credit card,pay|신용카드,결제
🛒|shopping cart,buy|장바구니,쇼핑
📦|package,parcel,box|택배,상자
🏠|house,home|집
🏢|office building,work|회사,사무실
🏥|hospital|병원
🏫|school|학교
✈️|airplane,travel,flight|비행기,여행
🚗|car,drive|자동차
🚌|bus|버스
🚆|train|기차
🚲|bicycle,bike|자전거
🏖️|beach,holiday,vacation|해변,휴가
🏝️|island,holiday,vacation|섬,휴가
⛰️|mountain|산
🗺️|map,world|지도
🌍|globe,earth,world|지구,세계
☀️|sun,sunny,weather|해,맑음,날씨
🌤️|sun behind cloud,weather|구름 조금,날씨
☁️|cloud,weather|구름,흐림,날씨
🌧️|rain,weather|비,날씨
⛈️|thunderstorm,weather|천둥 번개,날씨
❄️|snowflake,cold,winter|눈송이,추위,겨울
☔|umbrella,rain|우산,비
🌈|rainbow|무지개
🌙|crescent moon,night|초승달,밤
🌸|cherry blossom,flower,spring|벚꽃,꽃,봄
🌹|rose,flower|장미,꽃
💐|bouquet,flowers|꽃다발,꽃
🌻|sunflower,flower|해바라기,꽃
🍀|four leaf clover,luck|네잎클로버,행운
🍁|maple leaf,autumn,fall|단풍,가을
🎄|Christmas tree|크리스마스트리,성탄절
🎃|pumpkin,halloween|호박,핼러윈
🐶|dog,puppy|강아지,개
🐱|cat|고양이
🐰|rabbit|토끼
🐻|bear|곰
🐼|panda|판다
🐯|tiger|호랑이
🐣|chick,baby|병아리
🦋|butterfly|나비
☕|coffee,hot drink,tea|커피,차
🍵|tea,green tea|녹차,차
🍺|beer,drink|맥주,술
🍻|cheers,beer|건배,맥주
🥂|clinking glasses,cheers,champagne|샴페인,건배
🍷|wine|와인,포도주
🍕|pizza|피자
🍔|hamburger,burger|햄버거
🍜|noodles,ramen|라면,국수
🍚|rice|밥
🍱|lunch box,bento,lunch|도시락,점심
🍗|chicken|치킨,닭
🍎|apple,fruit|사과,과일
🍓|strawberry,fruit|딸기,과일
🍰|cake,dessert|케이크,디저트
🍫|chocolate|초콜릿
⚽|football,soccer,sport|축구,운동
🏀|basketball,sport|농구,운동
⚾|baseball,sport|야구,운동
🏃|running,run,hurry|달리기,서두름
🎵|musical note,music|음표,음악
🎬|clapper board,film|영화
🎮|video game,play|게임
📚|books,read,study|책,공부
🎓|graduation cap,graduate|졸업
🙋|raising hand,question,me|손 들기,저요,질문
🙇|bowing,sorry,thank you|인사,죄송,감사
🤷|shrug,don't know|어깨 으쓱,모름
🤦|facepalm|이마 짚기,어휴
👨‍👩‍👧|family|가족
👥|people,team,group|사람들,팀
🇰🇷|flag of South Korea,korea|대한민국 국기,태극기,한국
`;

export const EMOJI: readonly Emoji[] = LIST.trim()
  .split("\n")
  .map((line) => {
    const [sign = "", en = "", ko = ""] = line.split("|");
    return {
      sign,
      en: en.split(",")[0] ?? "",
      ko: ko.split(",")[0] ?? "",
      words: `${en},${ko}`.toLowerCase(),
    };
  });

/** Those that all words of a search name, whichever language it is in; what begins with them comes first. */
export function findEmoji(search: string): readonly Emoji[] {
  const words = search
    .toLowerCase()
    .normalize("NFC")
    .split(/[\s:,]+/)
    .filter((word) => word !== "");
  const begins = ({ words: all }: Emoji): boolean =>
    all.split(/[,\s]/).some((one) => one.startsWith(words[0] ?? ""));
  const found = EMOJI.filter(({ words: all }) => words.every((word) => all.includes(word)));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}
