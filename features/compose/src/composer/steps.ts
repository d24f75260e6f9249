import { useEffect, useRef, type ChangeEvent, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { goesOn, type History, type Typed } from "../draft/history.ts";

/** Whether a key asks to take something back, or to do it again. */
export function stepOf(event: KeyboardEvent): "undo" | "redo" | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent } = event;
  if ((!ctrlKey && !metaKey) || altKey || nativeEvent.isComposing) return undefined;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !shiftKey ? "redo" : undefined;
}

/** Steps back through what was typed into a field, in the place of the browser's, which stay in one window. */
export function useSteps(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  steps: History<Typed>,
  onValue: (value: string) => void,
): {
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const lastAt = useRef(0);
  const go = (isBack: boolean): void => {
    const found = isBack ? steps.undo() : steps.redo();
    if (!found) return;
    flushSync(() => onValue(found.value));
    field.current?.setSelectionRange(found.start, found.end);
  };
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const element = field.current;
    // From the browser's menu, or a shaken phone.
    const onBeforeInput = (event: Event): void => {
      const { inputType } = event as InputEvent;
      if (inputType !== "historyUndo" && inputType !== "historyRedo") return;
      event.preventDefault();
      latest.current(inputType === "historyUndo");
    };
    element?.addEventListener("beforeinput", onBeforeInput);
    return () => element?.removeEventListener("beforeinput", onBeforeInput);
  }, [field]);
  return {
    onChange({ target, nativeEvent, timeStamp }) {
      const { value, selectionStart, selectionEnd } = target;
      const before = steps.current.value;
      const isComposing = (nativeEvent as InputEvent).isComposing;
      const typed = {
        value,
        start: selectionStart ?? value.length,
        end: selectionEnd ?? value.length,
      };
      steps.note(typed, isComposing || goesOn(before, value, timeStamp - lastAt.current));
      lastAt.current = timeStamp;
      onValue(value);
    },
    onKeyDown(event) {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      go(step === "undo");
    },
  };
}

/** Puts text in where the caret of a field stands, as if it had been typed. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
