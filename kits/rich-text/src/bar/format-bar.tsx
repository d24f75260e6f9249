import {
  AlignCenterIcon,
  AlignEndIcon,
  AlignStartIcon,
  BoldIcon,
  BulletListIcon,
  ClearFormatIcon,
  EmojiIcon,
  FontIcon,
  HeadingIcon,
  HighlightIcon,
  IconButton,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  MenuButton,
  MoreIcon,
  NumberListIcon,
  QuoteIcon,
  StrikeIcon,
  TableIcon,
  TextColourIcon,
  TextSizeIcon,
  Toolbar,
  UnderlineIcon,
  type MenuEntry,
} from "@atrium/ui";
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Squire } from "../engine.ts";
import { changeTable, insertTable, type TableAct } from "../tables.ts";
import { EmojiPicker } from "./emoji/emoji-picker.tsx";
import {
  clearLooks,
  familyOf,
  looksAt,
  setHeading,
  setLook,
  type Heading,
  type Looks,
} from "./looks.ts";
import { COLOURS, FONTS, HIGHLIGHTS, SIZES } from "./palette.ts";
import { PopoverButton } from "./popover-button.tsx";
import { t } from "./strings/index.ts";
import { Swatches } from "./swatches.tsx";
import { TableGrid } from "./table-grid.tsx";
import "./bar.css";

export interface FormatBarProps {
  readonly squire: Squire;
  readonly onLink: () => void;
  /** Pictures can be put in when it is there. */
  readonly onPicture?: () => void;
}

const HEADINGS: readonly (readonly [
  Heading | null,
  "text" | "heading1" | "heading2" | "heading3",
])[] = [
  [null, "text"],
  ["H1", "heading1"],
  ["H2", "heading2"],
  ["H3", "heading3"],
];
const ALIGNMENTS = [
  ["left", "alignLeft", AlignStartIcon],
  ["center", "alignCentre", AlignCenterIcon],
  ["right", "alignRight", AlignEndIcon],
] as const;
const TABLE_ACTS: readonly (TableAct | "-")[] = [
  "rowAbove",
  "rowBelow",
  "columnBefore",
  "columnAfter",
  "-",
  "deleteRow",
  "deleteColumn",
  "deleteTable",
];

/** How the text looks: buttons for what the editor also does by keys. What does not fit is a line below, behind "More". */
export function FormatBar({ squire, onLink, onPicture }: FormatBarProps): ReactNode {
  const looks = useLooks(squire);
  const { on } = looks;
  const row = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** After the menu that asks for it has given the focus back. */
  const later = (act: () => void): void => {
    requestAnimationFrame(() => {
      act();
      squire.focus();
    });
  };
  const toggle = (
    name: string,
    label: string,
    icon: ReactNode,
    act: () => void,
    keys?: string,
  ) => ({
    name,
    control: (
      <IconButton
        label={label}
        icon={icon}
        {...(keys && { shortcut: keys })}
        pressed={on.has(name)}
        tooltipSide="top"
        onClick={() => {
          act();
          squire.focus();
        }}
      />
    ),
  });
  const press = (name: string, label: string, icon: ReactNode, onClick: () => void) => ({
    name,
    control: <IconButton label={label} icon={icon} tooltipSide="top" onClick={onClick} />,
  });
  const choose = (name: string, label: string, icon: ReactNode, items: readonly MenuEntry[]) => ({
    name,
    control: <MenuButton label={label} icon={icon} items={items} />,
  });
  const AlignIcon = ALIGNMENTS.find(([name]) => name === looks.align)![2];
  const all = [
    toggle(
      "bold",
      t("bold"),
      <BoldIcon />,
      () => (on.has("bold") ? squire.removeBold() : squire.bold()),
      "mod+b",
    ),
    toggle(
      "italic",
      t("italic"),
      <ItalicIcon />,
      () => (on.has("italic") ? squire.removeItalic() : squire.italic()),
      "mod+i",
    ),
    toggle(
      "underline",
      t("underline"),
      <UnderlineIcon />,
      () => (on.has("underline") ? squire.removeUnderline() : squire.underline()),
      "mod+u",
    ),
    {
      name: "colour",
      control: (
        <PopoverButton label={t("colour")} icon={<TextColourIcon />}>
          {(close) => (
            <Swatches
              label={t("colour")}
              looks={COLOURS}
              none={t("noColour")}
              isGround={false}
              onPick={(value) => {
                close();
                later(() => setLook(squire, "color", value));
              }}
            />
          )}
        </PopoverButton>
      ),
    },
    toggle("bullets", t("bullets"), <BulletListIcon />, () =>
      on.has("bullets") ? squire.removeList() : squire.makeUnorderedList(),
    ),
    toggle("numbers", t("numbers"), <NumberListIcon />, () =>
      on.has("numbers") ? squire.removeList() : squire.makeOrderedList(),
    ),
    {
      name: "link",
      control: (
        <IconButton
          label={t("link")}
          icon={<LinkIcon />}
          shortcut="mod+k"
          pressed={on.has("link")}
          tooltipSide="top"
          onClick={onLink}
        />
      ),
    },
    {
      name: "emoji",
      control: (
        <PopoverButton label={t("emoji")} icon={<EmojiIcon />}>
          {(close) => (
            <EmojiPicker
              onPick={(emoji) => {
                close();
                later(() => squire.insertPlainText(emoji, false));
              }}
            />
          )}
        </PopoverButton>
      ),
    },
    ...(onPicture ? [press("picture", t("picture"), <ImageIcon />, onPicture)] : []),
    choose(
      "heading",
      t("heading"),
      <HeadingIcon />,
      HEADINGS.map(([heading, name]) => ({
        id: name,
        label: t(name),
        checked: looks.heading === heading,
        onAct: () => later(() => setHeading(squire, heading)),
      })),
    ),
    choose(
      "size",
      t("size"),
      <TextSizeIcon />,
      SIZES.map(({ name, value }) => ({
        id: name,
        label: t(name),
        checked: looks.size === value,
        onAct: () => later(() => setLook(squire, "size", value)),
      })),
    ),
    choose(
      "font",
      t("font"),
      <FontIcon />,
      FONTS.map(({ name, value }) => ({
        id: name,
        label: t(name),
        checked: looks.font === (value && familyOf(value)),
        onAct: () => later(() => setLook(squire, "font", value)),
      })),
    ),
    {
      name: "highlight",
      control: (
        <PopoverButton label={t("highlight")} icon={<HighlightIcon />}>
          {(close) => (
            <Swatches
              label={t("highlight")}
              looks={HIGHLIGHTS}
              none={t("noHighlight")}
              isGround
              onPick={(value) => {
                close();
                later(() => setLook(squire, "highlight", value));
              }}
            />
          )}
        </PopoverButton>
      ),
    },
    choose(
      "align",
      t("align"),
      <AlignIcon />,
      ALIGNMENTS.map(([align, name, Icon]) => ({
        id: name,
        label: t(name),
        icon: <Icon />,
        checked: looks.align === align,
        onAct: () => later(() => squire.setTextAlignment(align === "left" ? "" : align)),
      })),
    ),
    toggle("quote", t("indentQuote"), <QuoteIcon />, () =>
      on.has("quote") ? squire.decreaseQuoteLevel() : squire.increaseQuoteLevel(),
    ),
    looks.isInTable
      ? choose(
          "table",
          t("table"),
          <TableIcon />,
          TABLE_ACTS.map((act) =>
            act === "-"
              ? { separator: true }
              : {
                  id: act,
                  label: t(act),
                  danger: act === "deleteTable",
                  onAct: () => later(() => changeTable(squire, act)),
                },
          ),
        )
      : {
          name: "table",
          control: (
            <PopoverButton label={t("insertTable")} icon={<TableIcon />}>
              {(close) => (
                <TableGrid
                  onPick={(rows, columns) => {
                    close();
                    later(() => insertTable(squire, rows, columns));
                  }}
                />
              )}
            </PopoverButton>
          ),
        },
    toggle("strike", t("strike"), <StrikeIcon />, () =>
      on.has("strike") ? squire.removeStrikethrough() : squire.strikethrough(),
    ),
    press("clear", t("clearFormats"), <ClearFormatIcon />, () => clearLooks(squire)),
  ];
  const room = useRoom(row);
  const isFolded = room < all.length;
  // Its own button takes a place, too.
  const first = isFolded ? all.slice(0, Math.max(1, room - 1)) : all;
  const shown = (list: typeof all): ReactNode =>
    list.map(({ name, control }) => <Fragment key={name}>{control}</Fragment>);
  return (
    <Toolbar label={t("formatting")}>
      <div className="rich-bar">
        <div className="rich-bar-row" ref={row}>
          {shown(first)}
          {isFolded && (
            <IconButton
              label={t("more")}
              icon={<MoreIcon />}
              aria-expanded={isOpen}
              tooltipSide="top"
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </div>
        {isFolded && isOpen && (
          <div className="rich-bar-row rich-bar-more">{shown(all.slice(first.length))}</div>
        )}
      </div>
    </Toolbar>
  );
}

/** How many buttons a row has room for. */
function useRoom(row: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(Infinity);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const look = (): void => {
      const button = element.querySelector("button");
      if (!button || element.clientWidth === 0) return;
      const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
      setRoom(Math.floor((element.clientWidth + gap) / (button.offsetWidth + gap)));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return room;
}

/** How the text at the caret looks, as it moves and is changed. */
function useLooks(squire: Squire): Looks {
  const [looks, setLooks] = useState(() => looksAt(squire));
  useEffect(() => {
    let last = "";
    const look = (): void => {
      const now = looksAt(squire);
      const key = JSON.stringify({ ...now, on: [...now.on] });
      if (key === last) return;
      last = key;
      setLooks(now);
    };
    look();
    const events = ["pathChange", "select", "cursor", "undoStateChange"];
    for (const name of events) squire.addEventListener(name, look);
    return () => {
      for (const name of events) squire.removeEventListener(name, look);
    };
  }, [squire]);
  return looks;
}
