import { useState, type ReactNode } from "react";
import {
  AddIcon,
  ArchiveIcon,
  Avatar,
  Badge,
  Banner,
  BannerStack,
  Button,
  ButtonLink,
  Checkbox,
  Choice,
  Confirm,
  ContextMenu,
  DarkIcon,
  DateTimeDialog,
  FormDialog,
  EmptyState,
  ErrorCard,
  IconButton,
  InboxIcon,
  KeyHint,
  LightIcon,
  Link,
  MenuButton,
  MoreIcon,
  PasswordField,
  PeopleInput,
  ReplyIcon,
  SearchField,
  Select,
  Skeleton,
  Spinner,
  StarIcon,
  Switch,
  SystemIcon,
  Tag,
  TextArea,
  TextField,
  toast,
  Toolbar,
  Tooltip,
  TrashIcon,
} from "../index.ts";
import { say } from "./samples.ts";

export function Buttons(): ReactNode {
  const variants = ["primary", "secondary", "quiet", "danger"] as const;
  return (
    <>
      {(["small", "medium", "large"] as const).map((size) => (
        <div className="w-row" key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {say("Send message", "메일 보내기")}
            </Button>
          ))}
          <Button size={size} icon={<ReplyIcon />}>
            {say("Reply", "답장")}
          </Button>
          <Button size={size} variant="primary" busy>
            {say("Saving", "저장")}
          </Button>
          <Button size={size} disabled>
            {say("Not now", "나중에")}
          </Button>
        </div>
      ))}
      <div className="w-row">
        <Toolbar label={say("Message", "메일")}>
          <IconButton label={say("Archive", "보관")} shortcut="e" icon={<ArchiveIcon />} />
          <IconButton label={say("Delete", "삭제")} shortcut="#" icon={<TrashIcon />} />
          <hr />
          <IconButton label={say("Star", "별표")} shortcut="s" icon={<StarIcon />} pressed />
          <IconButton label={say("Off", "꺼짐")} icon={<InboxIcon />} disabled />
        </Toolbar>
        <ButtonLink href="#top">{say("A link as a button", "링크 버튼")}</ButtonLink>
        <span>
          {say("Text with a ", "글 속의 ")}
          <Link href="#top">{say("link in it", "링크")}</Link>
        </span>
        <KeyHint keys="mod+k" />
        <KeyHint keys="g i" />
        <Tooltip text="alice.moreau@demo.test">
          <Button variant="quiet">{say("Hint on hover", "가리키면 설명")}</Button>
        </Tooltip>
      </div>
    </>
  );
}

export function Fields(): ReactNode {
  const [search, setSearch] = useState("");
  const [person, setPerson] = useState("");
  const people = [
    { name: say("Alice Moreau", "김지민"), email: "alice@demo.test" },
    { name: null, email: "office@demo.test" },
  ];
  const [theme, setTheme] = useState<"system" | "light" | "dark">("system");
  const [on, setOn] = useState(true);
  const [language, setLanguage] = useState("en");
  return (
    <div className="w-columns">
      <TextField
        label={say("Name", "이름")}
        defaultValue={say("Alice Moreau", "김지민")}
        hint={say("As others see it", "다른 사람에게 보이는 이름")}
      />
      <TextField
        label={say("Address", "주소")}
        placeholder="alice"
        suffix="@demo.test"
        error={say("This address is taken. Choose another one.", "이미 사용 중인 주소입니다.")}
      />
      <TextField label={say("Read only", "읽기 전용")} readOnly defaultValue="alice@demo.test" />
      <TextField label={say("Not available", "사용 불가")} disabled defaultValue="—" />
      <PasswordField label={say("Password", "비밀번호")} defaultValue="correct horse" />
      <SearchField
        label={say("Search people", "사람 검색")}
        value={search}
        onValue={setSearch}
        suffix={<KeyHint keys="/" />}
      />
      <div style={{ position: "relative" }}>
        <PeopleInput
          label={say("Add a person", "사람 추가")}
          value={person}
          onValue={setPerson}
          found={person === "" ? [] : people}
          onChoose={() => setPerson("")}
        />
      </div>
      <TextArea label={say("Signature", "서명")} defaultValue={say("Kind regards", "감사합니다")} />
      <Select
        label={say("Language", "언어")}
        options={[
          { value: "en", label: "English" },
          { value: "ko", label: "한국어" },
        ]}
        value={language}
        onChange={setLanguage}
      />
      <Choice
        label={say("Theme", "테마")}
        value={theme}
        onChange={setTheme}
        options={[
          { value: "system", label: say("System", "시스템"), icon: <SystemIcon /> },
          { value: "light", label: say("Light", "밝게"), icon: <LightIcon /> },
          { value: "dark", label: say("Dark", "어둡게"), icon: <DarkIcon /> },
        ]}
      />
      <div>
        <Switch
          label={say("Group by conversation", "대화로 묶기")}
          hint={say("Replies stand with what they answer", "답장을 원래 메일과 함께 표시")}
          checked={on}
          onChange={setOn}
        />
        <Switch
          label={say("Not available", "사용 불가")}
          checked={false}
          disabled
          onChange={setOn}
        />
      </div>
      <div className="w-row">
        <Checkbox label={say("Ticked", "선택")} defaultChecked />
        <Checkbox label={say("Open", "해제")} />
        <Checkbox label={say("Some", "일부")} indeterminate />
        <Checkbox label={say("Off", "사용 불가")} disabled defaultChecked />
      </div>
    </div>
  );
}

export function People(): ReactNode {
  const names = ["Alice Moreau", "김지민", "Bob Okafor", "carol@demo.test", "남궁민수", "Ö", "?"];
  const tones = ["neutral", "accent", "danger", "warning", "success", "info"] as const;
  return (
    <>
      {([64, 40, 32, 24, 20] as const).map((size) => (
        <div className="w-row" key={size}>
          {names.map((name) => (
            <Avatar key={name} name={name} size={size} />
          ))}
        </div>
      ))}
      <div className="w-row">
        {Array.from({ length: 10 }, (_, index) => (
          <Tag key={index} hue={index + 1}>
            {say(`Label ${index + 1}`, `라벨 ${index + 1}`)}
          </Tag>
        ))}
      </div>
      <div className="w-row">
        {tones.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <Tag hue={3} onRemove={() => toast("Removed")}>
          {say("Customers", "고객")}
        </Tag>
        <Badge count={3} />
        <Badge count={12} tone="accent" />
        <Badge count={4200} tone="danger" />
      </div>
    </>
  );
}

export function Feedback(): ReactNode {
  const why = say(
    "The server did not answer. Your draft is kept on this device.",
    "서버가 응답하지 않습니다. 초안은 이 기기에 보관되어 있습니다.",
  );
  return (
    <>
      <BannerStack
        banners={[
          { id: "1", severity: "success", title: say("Domain added.", "도메인을 추가했습니다.") },
          {
            id: "2",
            severity: "danger",
            title: say("Not sent.", "보내지 못했습니다."),
            children: why,
            actions: <Button size="small">{say("Send again", "다시 보내기")}</Button>,
          },
          {
            id: "3",
            severity: "warning",
            title: say("First mail from this address.", "이 주소에서 온 첫 메일입니다."),
            onClose: () => toast("Closed"),
          },
        ]}
      />
      <Banner severity="info" title={say("Exercise.", "훈련 메일입니다.")}>
        {why}
      </Banner>
      <div className="w-columns">
        <ErrorCard
          title={say("Drive did not load", "드라이브를 불러오지 못했습니다")}
          code="RUNTIME-003"
          helpHref="#help"
          onRetry={() => toast(say("Trying again", "다시 시도하는 중"))}
        >
          {say("Everything else keeps working.", "다른 기능은 그대로 쓸 수 있습니다.")}
        </ErrorCard>
        <EmptyState
          icon={<InboxIcon />}
          title={say("Nothing here", "메일이 없습니다")}
          action={<Button icon={<AddIcon />}>{say("Write a message", "메일 쓰기")}</Button>}
        >
          {say("New mail will appear by itself.", "새 메일이 오면 바로 표시됩니다.")}
        </EmptyState>
        <div className="w-stack">
          <Skeleton width="60%" />
          <Skeleton />
          <Skeleton width="80%" />
          <Skeleton width={32} height={32} round />
        </div>
        <div className="w-row">
          <Spinner label={say("Loading", "불러오는 중")} />
          <Button
            onClick={() =>
              toast({
                message: say("Archived 3 conversations", "대화 3개를 보관했습니다"),
                action: {
                  label: say("Undo", "실행 취소"),
                  onAct: () => toast(say("Undone", "취소했습니다")),
                },
              })
            }
          >
            {say("Toast with undo", "실행 취소 알림")}
          </Button>
          <Button onClick={() => toast({ severity: "danger", message: why })}>
            {say("Toast of an error", "오류 알림")}
          </Button>
        </div>
      </div>
    </>
  );
}

export function Windows(): ReactNode {
  const [dialog, setDialog] = useState<"form" | "confirm" | "time">();
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const items = [
    {
      id: "reply",
      label: say("Reply", "답장"),
      icon: <ReplyIcon />,
      shortcut: "r",
      onAct: () => toast("r"),
    },
    {
      id: "archive",
      label: say("Archive", "보관"),
      icon: <ArchiveIcon />,
      shortcut: "e",
      onAct: () => toast("e"),
    },
    {
      id: "off",
      label: say("Not allowed here", "여기서는 사용할 수 없음"),
      icon: <StarIcon />,
      disabled: true,
      onAct: () => undefined,
    },
    { separator: true },
    { heading: say("For ever", "완전히") },
    {
      id: "delete",
      label: say("Delete", "삭제"),
      icon: <TrashIcon />,
      danger: true,
      shortcut: "shift+#",
      onAct: () => toast("#"),
    },
  ] as const;
  return (
    <div
      className="w-row"
      onContextMenu={(event) => {
        event.preventDefault();
        setAt({ x: event.clientX, y: event.clientY });
      }}
    >
      <MenuButton label={say("More", "더 보기")} icon={<MoreIcon />} items={items} />
      <MenuButton label={say("Act on it", "작업")} items={items} variant="secondary">
        {say("Act on it", "작업")}
      </MenuButton>
      <ContextMenu label={say("Row", "행")} at={at} items={items} onClose={() => setAt(null)} />
      <Button onClick={() => setDialog("form")}>{say("Form", "입력 창")}</Button>
      <Button onClick={() => setDialog("confirm")}>{say("Delete for ever", "완전히 삭제")}</Button>
      {dialog === "form" && (
        <FormDialog
          onClose={() => setDialog(undefined)}
          title={say("Add a person", "사람 추가")}
          confirmLabel={say("Add", "추가")}
          onSubmit={() => setDialog(undefined)}
        >
          <TextField label={say("Name", "이름")} />
          <TextField label={say("Address", "주소")} suffix="@demo.test" />
        </FormDialog>
      )}
      <Confirm
        open={dialog === "confirm"}
        onClose={() => setDialog(undefined)}
        title={say("Delete 1,204 messages for ever?", "메일 1,204통을 완전히 삭제할까요?")}
        danger
        typeToConfirm={say("delete", "삭제")}
        confirmLabel={say("Delete for ever", "완전히 삭제")}
        onConfirm={() => setDialog(undefined)}
      >
        {say("They cannot be brought back.", "되돌릴 수 없습니다.")}
      </Confirm>
      <Button onClick={() => setDialog("time")}>{say("Pick a time", "시각 선택")}</Button>
      <DateTimeDialog
        open={dialog === "time"}
        onClose={() => setDialog(undefined)}
        title={say("Pick date and time", "날짜와 시각 선택")}
        confirmLabel={say("Schedule", "예약")}
        earliest={new Date(2026, 10, 21, 15)}
        latest={new Date(2027, 0, 20)}
        onPick={() => setDialog(undefined)}
      />
    </div>
  );
}
