import { useEffect, useRef, useState, type ReactNode } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { SeverityIcon } from "../feedback/feedback.tsx";
import { CloseIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import { dismissToast, useToasts, type ShownToast } from "./toasts.ts";
import "./toast.css";

/**
 * Where toasts show, once a window. Read out politely (alerts at once), reachable by Tab at the page's
 * end; the clock stands still while the pointer or the focus is inside, or the window is hidden.
 */
export function ToastRegion(): ReactNode {
  const toasts = useToasts();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  return (
    <section
      className="a-toasts"
      aria-label={t("notifications")}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <div aria-live="polite" aria-relevant="additions">
        {toasts.map((one) => (
          <ToastCard key={one.id} toast={one} paused={hovered || focused} />
        ))}
      </div>
    </section>
  );
}

function ToastCard({
  toast,
  paused,
}: {
  readonly toast: ShownToast;
  readonly paused: boolean;
}): ReactNode {
  const { id, message, severity, action, until } = toast;
  const left = useCountdown(until, () => dismissToast(id));
  useClock(paused, until === undefined ? lifetime(toast) : Infinity, () => dismissToast(id));
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
      {left !== undefined && (
        // Only for the eye: read out every second it would drown everything else.
        <span className="a-toast-left" aria-hidden="true">
          {left}
        </span>
      )}
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

function lifetime({ severity, action, timeout }: ShownToast): number {
  return timeout ?? (severity === "danger" ? Infinity : action === undefined ? 5000 : 7000);
}

const secondsLeft = (moment: number): number =>
  Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds that are left until a moment; calls back when it has come. */
function useCountdown(until: number | undefined, onEnd: () => void): number | undefined {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const [left, setLeft] = useState(() => (until === undefined ? undefined : secondsLeft(until)));
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setInterval(() => {
      setLeft(secondsLeft(until));
      if (Date.now() >= until) end.current();
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** Calls back after some time in which the person could have seen the toast. */
function useClock(paused: boolean, duration: number, onEnd: () => void): void {
  const left = useRef(duration);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (paused || duration === Infinity) return undefined;
    let started = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = (): void => {
      started = performance.now();
      timer = setTimeout(() => end.current(), left.current);
    };
    const stop = (): void => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
    const onVisibility = (): void => (document.hidden ? stop() : run());
    if (!document.hidden) run();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      if (!document.hidden) stop();
    };
  }, [paused, duration]);
}
