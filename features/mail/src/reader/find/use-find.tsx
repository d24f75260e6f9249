import { lazyPart } from "@atrium/shell";
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useKeys } from "../../keys/keys.ts";
import { offerFind } from "./find-request.ts";
import { holdKeys } from "./held-keys.ts";

const FindBar = lazyPart(() => import("./find-bar.tsx").then((module) => module.FindBar));

/** Where Ctrl+F means the text that is written, or what lies above the conversation. */
const ELSEWHERE =
  "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]";

/**
 * Finding in the open conversation by Ctrl+F (⌘F), from the menu and the palette. Pressed again in the bar, Ctrl+F is the
 * browser's own.
 */
export function useFind(
  pane: RefObject<HTMLElement | null>,
  {
    onOpen,
    onClose,
  }: {
    readonly onOpen?: () => void;
    /** @param at the number of the message in which one is. */
    readonly onClose?: (at: number | undefined) => void;
  } = {},
): {
  readonly bar: ReactNode;
  /** Takes keys from the frame of a mail; answers whether it has used one. */
  readonly onFrameKey: (event: KeyboardEvent) => boolean;
} {
  const [asked, setAsked] = useState(0);
  const isOpen = asked > 0;
  const from = useRef<HTMLElement>(null);
  const latest = useRef({ onOpen, isOpen });
  useEffect(() => {
    latest.current = { onOpen, isOpen };
  });
  const open = useCallback(() => {
    if (!latest.current.isOpen) {
      const { activeElement } = document;
      from.current = activeElement instanceof HTMLElement ? activeElement : null;
      // Keys pressed in the frame of a mail do not come to this window.
      if (activeElement instanceof HTMLIFrameElement) pane.current?.focus({ preventScroll: true });
      holdKeys();
      latest.current.onOpen?.();
    }
    setAsked((count) => count + 1);
  }, [pane]);
  const close = useCallback(
    (at: number | undefined) => {
      setAsked(0);
      onClose?.(at);
      const back = from.current;
      if (back?.isConnected && back !== document.body) back.focus({ preventScroll: true });
      else pane.current?.focus({ preventScroll: true });
    },
    [onClose, pane],
  );
  useKeys({ find: open });
  useEffect(() => offerFind(open), [open]);
  const onFrameKey = useCallback(
    (event: KeyboardEvent): boolean => {
      if (!isFindKey(event)) return false;
      event.preventDefault();
      open();
      return true;
    },
    [open],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element | null;
      if (!event.defaultPrevented && !target?.closest?.(ELSEWHERE)) onFrameKey(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onFrameKey]);
  return {
    bar: isOpen && <FindBar pane={pane} asked={asked} onClose={close} />,
    onFrameKey,
  };
}

/** A keyboard in Korean mode types another letter where F is printed. */
function isFindKey({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): boolean {
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return key === "f" || (key.charCodeAt(0) > 0x24f && code === "KeyF");
}
