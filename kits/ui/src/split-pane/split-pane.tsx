import { preferences, setPreferences, usePreferences } from "@atrium/state";
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { t } from "../strings/index.ts";
import "./split-pane.css";

const STEP = 16;

/**
 * One pane of a chosen size beside the rest. The bar between them moves by pointer and by arrow keys
 * (Home and End for the ends, Enter or a double click for the size it came with) and is remembered.
 * Nest it for three panes.
 */
export function SplitPane({
  id,
  label,
  pane,
  children,
  side = "start",
  size: initial,
  min,
  max,
}: {
  /** Under which the size is remembered, as `mail.folders`. */
  readonly id: string;
  /** What the pane is, in a word; names its bar. */
  readonly label: string;
  readonly pane: ReactNode;
  readonly children: ReactNode;
  readonly side?: "start" | "end" | "top" | "bottom";
  /** CSS pixels. */
  readonly size: number;
  readonly min: number;
  readonly max: number;
}): ReactNode {
  const remembered = usePreferences((all) => all.panes[id]);
  const [moving, setMoving] = useState<number>();
  const grip = useRef({ at: 0, size: 0 });
  const box = useRef<HTMLDivElement>(null);
  const paneId = useId();
  const upright = side === "top" || side === "bottom";
  const sign = side === "start" || side === "top" ? 1 : -1;
  const fit = (size: number): number => Math.round(Math.max(min, Math.min(max, size)));
  const size = fit(moving ?? remembered ?? initial);

  const remember = (next: number): void => {
    setPreferences({ panes: { ...preferences().panes, [id]: fit(next) } });
  };
  const position = (event: PointerEvent): number => (upright ? event.clientY : event.clientX);
  const direction = (): number =>
    !upright && box.current !== null && getComputedStyle(box.current).direction === "rtl"
      ? -sign
      : sign;

  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = upright
      ? { ArrowUp: -STEP, ArrowDown: STEP }
      : { ArrowLeft: -STEP, ArrowRight: STEP };
    const step = steps[event.key];
    if (step !== undefined) remember(size + step * direction());
    else if (event.key === "Home") remember(min);
    else if (event.key === "End") remember(max);
    else if (event.key === "Enter") remember(initial);
    else return;
    event.preventDefault();
  };

  const sized = (
    <div className="a-split-pane" id={paneId} style={{ flexBasis: size }}>
      {pane}
    </div>
  );
  const bar = (
    <div
      className="a-split-bar"
      role="separator"
      tabIndex={0}
      aria-orientation={upright ? "horizontal" : "vertical"}
      aria-label={t(upright ? "resizeHeight" : "resize", { name: label })}
      aria-controls={paneId}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onDoubleClick={() => remember(initial)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: position(event), size };
        setMoving(size);
      }}
      onPointerMove={(event) => {
        if (moving !== undefined)
          setMoving(grip.current.size + (position(event) - grip.current.at) * direction());
      }}
      onPointerUp={() => {
        if (moving !== undefined) remember(moving);
        setMoving(undefined);
      }}
      onPointerCancel={() => setMoving(undefined)}
    />
  );
  const rest = <div className="a-split-rest">{children}</div>;
  return (
    <div
      className="a-split"
      ref={box}
      data-upright={upright || undefined}
      data-moving={moving !== undefined || undefined}
    >
      {sign === 1 ? sized : rest}
      {bar}
      {sign === 1 ? rest : sized}
    </div>
  );
}
