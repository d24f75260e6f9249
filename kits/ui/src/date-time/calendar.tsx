import { formatDate, regionalTag } from "@atrium/i18n";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../button/icon-button.tsx";
import { ChevronLeftIcon, ChevronRightIcon } from "../icons.ts";
import { addMonths, dayByKey, dayOf, firstDayOf, isSameDay, weeksOf } from "./months.ts";
import { t } from "./words.ts";

/** A month to pick a day from: arrows go by day and week, Page Up and Down by month, Home and End to the week's ends. */
export function Calendar({
  day,
  earliest,
  latest,
  onDay,
}: {
  readonly day: Date;
  readonly earliest: Date;
  readonly latest: Date;
  readonly onDay: (day: Date) => void;
}): ReactNode {
  const id = useId();
  const box = useRef<HTMLTableElement>(null);
  const [month, setMonth] = useState(day);
  const tag = regionalTag();
  const firstDay = firstDayOf(tag);
  const weeks = weeksOf(month, firstDay);
  const [first, last] = [dayOf(earliest), dayOf(latest)];
  const isOpen = (one: Date): boolean => one >= first && one <= last;
  const isShown = (one: Date): boolean => one.getMonth() === month.getMonth();
  const weekday = (one: Date, length: "long" | "short"): string =>
    new Intl.DateTimeFormat(tag, { weekday: length }).format(one);
  // One day is in the way of the Tab key: the chosen one, or the first that can be chosen.
  const inTab = isSameMonth(day, month)
    ? day
    : weeks.flat().find((one) => isShown(one) && isOpen(one));

  const show = (by: number): void =>
    setMonth(addMonths(new Date(month.getFullYear(), month.getMonth(), 1), by));
  const pick = (one: Date): void => {
    const kept = one < first ? first : one > last ? last : one;
    flushSync(() => {
      onDay(kept);
      setMonth(kept);
    });
    box.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = inTab ?? day;
    const to = dayByKey(event.key, from, firstDay);
    if (!to) return;
    event.preventDefault();
    pick(to);
  };
  return (
    <div className="a-calendar">
      <div className="a-calendar-head">
        <IconButton
          size="small"
          label={t("previousMonth")}
          icon={<ChevronLeftIcon />}
          disabled={isSameMonth(first, month) || month < first}
          onClick={() => show(-1)}
        />
        <span className="a-calendar-month" id={id} aria-live="polite">
          {new Intl.DateTimeFormat(tag, { year: "numeric", month: "long" }).format(month)}
        </span>
        <IconButton
          size="small"
          label={t("nextMonth")}
          icon={<ChevronRightIcon />}
          disabled={isSameMonth(last, month) || month > last}
          onClick={() => show(1)}
        />
      </div>
      <table className="a-calendar-days" role="grid" aria-labelledby={id} ref={box}>
        <thead>
          <tr>
            {weeks[0]!.map((one) => (
              <th key={one.getDay()} scope="col" abbr={weekday(one, "long")}>
                {weekday(one, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]!.getTime()}>
              {week.map((one) => (
                <td key={one.getTime()} role="gridcell" aria-selected={isSameDay(one, day)}>
                  {isShown(one) && (
                    <button
                      type="button"
                      className="a-calendar-day"
                      tabIndex={inTab && isSameDay(one, inTab) ? 0 : -1}
                      disabled={!isOpen(one)}
                      aria-current={isSameDay(one, new Date()) ? "date" : undefined}
                      data-chosen={isSameDay(one, day) || undefined}
                      onClick={() => pick(one)}
                    >
                      <span aria-hidden="true">{one.getDate()}</span>
                      <span className="a-hidden">
                        {`${weekday(one, "long")}, ${formatDate(one)}`}
                      </span>
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isSameMonth(one: Date, other: Date): boolean {
  return one.getFullYear() === other.getFullYear() && one.getMonth() === other.getMonth();
}
