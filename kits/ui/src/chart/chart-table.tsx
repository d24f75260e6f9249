import { useState, type ReactNode } from "react";
import type { ChartSeries } from "./series.ts";
import { t } from "./strings/index.ts";

/** The same as a table, the newest first. Made only when it is opened. */
export function ChartTable({
  label,
  series,
  times,
  formatMoment,
  format,
}: {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly times: readonly number[];
  readonly formatMoment: (time: number) => string;
  readonly format: (value: number) => string;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="a-chart-details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t("asTable")}</summary>
      {isOpen && (
        <div
          className="a-chart-scroll"
          role="region"
          aria-label={t("tableOf", { label })}
          // What scrolls is in reach of the keyboard.
          tabIndex={0}
        >
          <table className="a-chart-table">
            <thead>
              <tr>
                <th scope="col">{t("time")}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times
                .map((time, index) => (
                  <tr key={time}>
                    <th scope="row">{formatMoment(time)}</th>
                    {series.map(({ name, values }) => (
                      <td key={name}>{valueText(values[index] ?? null, format)}</td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** A value in words, also one that is not known. */
export const valueText = (value: number | null, format: (value: number) => string): string =>
  value === null ? t("unknown") : format(value);
