import {
  BoldIcon,
  BulletListIcon,
  ClearFormatIcon,
  IconButton,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  NumberListIcon,
  QuoteIcon,
  StrikeIcon,
  Toolbar,
  UnderlineIcon,
} from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "./strings/index.ts";
import type { Squire } from "./engine.ts";
import "./rich-text.css";

/** Each format: how to see it, set it and take it away. */
const FORMATS = [
  ["bold", "B", BoldIcon, "mod+b"],
  ["italic", "I", ItalicIcon, "mod+i"],
  ["underline", "U", UnderlineIcon, "mod+u"],
  ["strike", "S", StrikeIcon, "mod+shift+7"],
] as const;

/** How the text looks: buttons for what the editor also does by keys. */
export function FormatBar({
  squire,
  onLink,
  onPicture,
}: {
  readonly squire: Squire;
  readonly onLink: () => void;
  /** Pictures can be put in when it is there. */
  readonly onPicture?: () => void;
}): ReactNode {
  const on = useFormats(squire);
  const toggle = (format: (typeof FORMATS)[number][0]): void => {
    const isOn = on.has(format);
    if (format === "bold") (isOn ? squire.removeBold() : squire.bold()).focus();
    else if (format === "italic") (isOn ? squire.removeItalic() : squire.italic()).focus();
    else if (format === "underline") (isOn ? squire.removeUnderline() : squire.underline()).focus();
    else (isOn ? squire.removeStrikethrough() : squire.strikethrough()).focus();
  };
  return (
    <div className="rich-formats">
      <Toolbar label={t("formatting")}>
        {FORMATS.map(([format, , Icon, shortcut]) => (
          <IconButton
            key={format}
            label={t(format)}
            icon={<Icon />}
            {...(format !== "strike" && { shortcut })}
            pressed={on.has(format)}
            tooltipSide="top"
            onClick={() => toggle(format)}
          />
        ))}
        <IconButton
          label={t("bullets")}
          icon={<BulletListIcon />}
          pressed={on.has("bullets")}
          tooltipSide="top"
          onClick={() =>
            (on.has("bullets") ? squire.removeList() : squire.makeUnorderedList()).focus()
          }
        />
        <IconButton
          label={t("numbers")}
          icon={<NumberListIcon />}
          pressed={on.has("numbers")}
          tooltipSide="top"
          onClick={() =>
            (on.has("numbers") ? squire.removeList() : squire.makeOrderedList()).focus()
          }
        />
        <IconButton
          label={t("indentQuote")}
          icon={<QuoteIcon />}
          pressed={on.has("quote")}
          tooltipSide="top"
          onClick={() =>
            (on.has("quote") ? squire.decreaseQuoteLevel() : squire.increaseQuoteLevel()).focus()
          }
        />
        <IconButton
          label={t("link")}
          icon={<LinkIcon />}
          shortcut="mod+k"
          pressed={on.has("link")}
          tooltipSide="top"
          onClick={onLink}
        />
        {onPicture && (
          <IconButton
            label={t("picture")}
            icon={<ImageIcon />}
            tooltipSide="top"
            onClick={onPicture}
          />
        )}
        <IconButton
          label={t("clearFormats")}
          icon={<ClearFormatIcon />}
          tooltipSide="top"
          onClick={() => squire.removeAllFormatting().focus()}
        />
      </Toolbar>
    </div>
  );
}

/** What the text at the caret has. */
function useFormats(squire: Squire): ReadonlySet<string> {
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const look = (): void => {
      const path = squire.getPath();
      const found = FORMATS.filter(([, tag]) => squire.hasFormat(tag)).map(([format]) => format);
      const lists = [/(?:^|>)UL/, /(?:^|>)OL/, /(?:^|>)BLOCKQUOTE/].map((tag) => tag.test(path));
      setOn(
        new Set([
          ...found,
          ...(lists[0] ? ["bullets"] : []),
          ...(lists[1] ? ["numbers"] : []),
          ...(lists[2] ? ["quote"] : []),
          ...(squire.hasFormat("A") ? ["link"] : []),
        ]),
      );
    };
    const events = ["pathChange", "select", "cursor", "undoStateChange"];
    for (const name of events) squire.addEventListener(name, look);
    return () => {
      for (const name of events) squire.removeEventListener(name, look);
    };
  }, [squire]);
  return on;
}
