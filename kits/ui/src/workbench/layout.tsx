import { attachDropTarget, useDraggable } from "@atrium/dnd";
import { formatListTime } from "@atrium/i18n";
import { useCallback, useState, type KeyboardEvent, type ReactNode } from "react";
import {
  AddIcon,
  AddressBookIcon,
  ArchiveIcon,
  Avatar,
  Checkbox,
  DriveIcon,
  EmptyState,
  FolderIcon,
  IconButton,
  InboxIcon,
  MailIcon,
  MoveIcon,
  noRows,
  PageFrame,
  Rail,
  selectionCount,
  SentIcon,
  SettingsIcon,
  SplitPane,
  toast,
  Toolbar,
  TrashIcon,
  Tree,
  VirtualGrid,
  type RowState,
  type RowSwipe,
  type SwipeSide,
} from "../index.ts";
import { sampleRow, say } from "./samples.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

/** Rail, panes, tree and grid as they stand together; `rows` in the address sets the list's length. */
export function Layout({ rows }: { readonly rows: number }): ReactNode {
  const [folder, setFolder] = useState("inbox");
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState<number>();
  const [selection, setSelection] = useState(noRows);
  const [come, setCome] = useState(0);
  const [gone, setGone] = useState<readonly number[]>([]);
  const total = rows + come - gone.length;
  /** The message at a row: new ones count down from -1, those gone are passed over. */
  const messageAt = useCallback(
    (index: number) => gone.reduce((at, passed) => (at >= passed ? at + 1 : at), index - come),
    [come, gone],
  );
  const rowId = (index: number): string | undefined =>
    index >= 0 && index < total ? `row${messageAt(index)}` : undefined;
  const archive = (row = active): void => {
    setGone([...gone, messageAt(row)].sort((a, b) => a - b));
    setActive(Math.min(active, total - 2));
  };
  const swipeOf = (row: number, side: SwipeSide): RowSwipe =>
    side === "right"
      ? {
          label: say("Archive", "보관"),
          icon: <ArchiveIcon />,
          tone: "success",
          leaves: true,
          onAct: () => archive(row),
        }
      : {
          label: say("Open", "열기"),
          icon: <MailIcon />,
          tone: "accent",
          leaves: false,
          onAct: () => setOpen(row),
        };
  const deliver = (): void => {
    setCome(come + 1);
    setActive(active + 1);
  };
  const renderRow = useCallback(
    (index: number, state: RowState) => {
      return <Mail message={messageAt(index)} {...state} />;
    },
    [messageAt],
  );
  const folders = [
    {
      id: "inbox",
      label: say("Inbox", "받은편지함"),
      icon: <InboxIcon />,
      count: 12,
      strong: true,
    },
    { id: "sent", label: say("Sent", "보낸편지함"), icon: <SentIcon /> },
    {
      id: "projects",
      label: say("Projects", "프로젝트"),
      icon: <FolderIcon />,
      children: [
        {
          id: "a",
          label: say("Moving to the new building in spring", "봄 사옥 이전"),
          icon: <FolderIcon />,
          count: 3,
        },
        { id: "b", label: say("Audit", "감사"), icon: <FolderIcon /> },
      ],
    },
    { id: "trash", label: say("Trash", "휴지통"), icon: <TrashIcon /> },
  ];
  const count = selectionCount(selection, total);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "e") archive();
    if (event.key === "n") deliver();
  };
  return (
    <PageFrame
      title={say("Mail", "메일")}
      rail={
        <Rail
          label={say("Applications", "앱")}
          items={[
            {
              href: "#mail",
              label: say("Mail", "메일"),
              icon: <MailIcon />,
              current: true,
              count: 12,
            },
            { href: "#people", label: say("People", "주소록"), icon: <AddressBookIcon /> },
            { href: "#drive", label: say("Drive", "드라이브"), icon: <DriveIcon /> },
            { href: "#settings", label: say("Settings", "설정"), icon: <SettingsIcon /> },
          ]}
          bottom={<Avatar name="Alice Moreau" />}
        />
      }
      actions={
        <Toolbar label={say("Actions", "작업")}>
          <span>{count > 0 ? say(`${count} selected`, `${count}개 선택`) : ""}</span>
          <IconButton label={say("Deliver one", "새 메일")} icon={<AddIcon />} onClick={deliver} />
          <IconButton
            label={say("Archive", "보관")}
            shortcut="e"
            icon={<ArchiveIcon />}
            onClick={() => archive()}
          />
        </Toolbar>
      }
      sidebar={
        <Tree
          itemProps={({ label }) => ({
            ref: (element) =>
              element === null
                ? undefined
                : attachDropTarget(element, () => ({
                    label,
                    accepts: isMessage,
                    onDrop: () => toast(label),
                  })),
          })}
          label={say("Folders", "폴더")}
          items={folders}
          selected={folder}
          onSelect={setFolder}
        />
      }
    >
      <div className="w-panes" onKeyDown={onKeyDown}>
        <SplitPane
          id="workbench.list"
          label={say("List", "목록")}
          size={480}
          min={280}
          max={720}
          pane={
            <VirtualGrid
              label={say("Messages", "메일")}
              rowCount={total}
              rowHeight={40}
              rowId={rowId}
              renderRow={renderRow}
              active={active}
              onActive={setActive}
              selection={selection}
              onSelection={setSelection}
              onOpen={setOpen}
              swipeOf={swipeOf}
              scrollKey={folder}
            />
          }
        >
          {open === undefined ? (
            <EmptyState icon={<MailIcon />} title={say("No message chosen", "선택한 메일 없음")} />
          ) : (
            <article className="w-reader">
              <h2>{sampleRow(messageAt(open)).subject}</h2>
              <p>{sampleRow(messageAt(open)).name}</p>
            </article>
          )}
        </SplitPane>
      </div>
    </PageFrame>
  );
}

function isMessage(data: unknown): data is number {
  return typeof data === "number";
}

function Mail({
  message,
  active,
  selected,
  select,
}: RowState & { readonly message: number }): ReactNode {
  const { name, subject, minutes } = sampleRow(message);
  const { ref, pickUp } = useDraggable({ data: () => message, label: () => subject });
  return (
    <div className="w-mail" ref={ref} data-active={active} data-selected={selected}>
      <Checkbox
        aria-label={say("Select", "선택")}
        tabIndex={-1}
        checked={selected}
        onClick={(event) => select(event)}
        onChange={() => undefined}
      />
      <Avatar name={name} size={24} />
      <span className="w-mail-name">{name}</span>
      <span className="w-mail-subject">{subject}</span>
      <time>{formatListTime(NOW - minutes * 60_000, NOW)}</time>
      <IconButton
        label={say("Pick up", "집기")}
        icon={<MoveIcon />}
        size="small"
        tabIndex={-1}
        onClick={pickUp}
      />
    </div>
  );
}
