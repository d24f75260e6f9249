import { useEffect, useRef, type ReactNode } from "react";
import { hideTooltip, scheduleTooltip, type TooltipSide } from "./layer.ts";
import "./tooltip.css";

export type { TooltipSide };

export interface TooltipProps {
  readonly text: string;
  /** Keys shown after the text, as `mod+k` or `e`. */
  readonly shortcut?: string | undefined;
  readonly side?: TooltipSide | undefined;
  /** The text is already the element's accessible name, so it is not read out twice. */
  readonly names?: boolean;
  readonly children: ReactNode;
}

/**
 * A hint on hover and on keyboard focus around exactly one element.
 * It stays while the pointer is on it and goes with Escape (WCAG 1.4.13).
 */
export function Tooltip({
  text,
  shortcut,
  side,
  names = false,
  children,
}: TooltipProps): ReactNode {
  const wrapper = useRef<HTMLSpanElement>(null);
  const show = (delay: number): void => {
    const anchor = wrapper.current?.firstElementChild;
    if (anchor instanceof HTMLElement)
      scheduleTooltip({ anchor, text, shortcut, side: side ?? "bottom", describe: !names }, delay);
  };
  useEffect(() => {
    const anchor = wrapper.current?.firstElementChild ?? null;
    return () => hideTooltip(anchor);
  }, []);
  return (
    <span
      ref={wrapper}
      className="a-tooltip-anchor"
      onPointerEnter={(event) => {
        if (event.pointerType !== "touch") show(450);
      }}
      onPointerLeave={() => hideTooltip()}
      onPointerDown={() => hideTooltip()}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) show(150);
      }}
      onBlur={() => hideTooltip()}
    >
      {children}
    </span>
  );
}
