import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { IconButton } from "../button/icon-button.tsx";
import { SeverityIcon } from "../feedback/feedback.tsx";
import { CloseIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import { keepClear } from "./keep-clear.ts";
import { dismissToast, useToasts, type ShownToast } from "./toasts.ts";
import { isAttended, notePointer, startToastClock } from "./toast-clock.ts";
import "./toast.css";

/**
 * Where toasts show, once a window. Read out politely (alerts at once), reachable by Tab at the page's
 * end; the clock stands still while the focus or a moving pointer is inside, or the window is hidden.
 */
export function ToastRegion(): ReactNode {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const hasToasts = toasts.length > 0;
  useLayoutEffect(() => (hasToasts ? followRoom(region.current!) : undefined), [hasToasts]);
  return (
    <section
      ref={region}
      className="a-toasts"
      // Undo is pressed while a dialog is open, which stays.
      data-react-aria-top-layer="true"
      aria-label={t("notifications")}
      onPointerMove={notePointer}
    >
      <div aria-live="polite" aria-relevant="additions">
        {toasts.map((one) => (
          <ToastCard key={one.id} toast={one} region={region} />
        ))}
      </div>
    </section>
  );
}

/** Keeps toasts off what they may not cover while there are any, until the answer is called. */
function followRoom(region: HTMLElement): () => void {
  let raised = keepClear(region, 0);
  const timer = setInterval(() => {
    raised = keepClear(region, raised);
  }, 250);
  return () => {
    clearInterval(timer);
    region.style.translate = "";
  };
}

function ToastCard({
  toast,
  region,
}: {
  readonly toast: ShownToast;
  readonly region: RefObject<HTMLElement | null>;
}): ReactNode {
  const { id, message, severity, until } = toast;
  const left = useCountdown(until, () => dismissToast(id));
  const action = left === 0 ? undefined : toast.action;
  const time = until === undefined ? lifetime(toast) : Infinity;
  useEffect(
    () =>
      time === Infinity
        ? undefined
        : startToastClock(
            time,
            () => isAttended(region.current!),
            () => dismissToast(id),
          ),
    [id, time, region],
  );
  return (
    <div
      className="a-toast"
      data-severity={severity}
      role={severity === "danger" ? "alert" : undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape") dismissToast(id);
      }}
    >
      {severity !== undefined && <SeverityIcon severity={severity} />}
      <span className="a-toast-message">{message}</span>
      {action !== undefined && (
        <button
          type="button"
          className="a-toast-action"
          onClick={() => {
            dismissToast(id);
            action.onAct();
          }}
        >
          {action.label}
          {left !== undefined && (
            // Only for the eye: read out every second it would drown everything else.
            <span className="a-toast-left" aria-hidden="true">
              {t("secondsLeft", { count: left })}
            </span>
          )}
        </button>
      )}
      <IconButton
        className="a-toast-close"
        size="small"
        tooltipSide="top"
        label={t("dismiss")}
        icon={<CloseIcon />}
        onClick={() => dismissToast(id)}
      />
    </div>
  );
}

/** What a short sentence stays for (milliseconds). */
const READING_TIME = 5000;

function lifetime({ severity, action, timeout }: ShownToast): number {
  return timeout ?? (severity === "danger" ? Infinity : action === undefined ? READING_TIME : 7000);
}

const secondsLeft = (moment: number): number =>
  Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds that are left until a moment; calls back when it has come, and what was said could be read. */
function useCountdown(until: number | undefined, onEnd: () => void): number | undefined {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const [left, setLeft] = useState(() => (until === undefined ? undefined : secondsLeft(until)));
  useEffect(() => {
    if (until === undefined) return undefined;
    const goes = Math.max(until, Date.now() + READING_TIME);
    const timer = setInterval(() => {
      setLeft(secondsLeft(until));
      if (Date.now() >= goes) end.current();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
