import { formatBytes, formatNumber, formatTime } from "@atrium/i18n";
import type { ReactNode } from "react";
import { Chart, type ChartProps } from "../chart/index.ts";
import { say } from "./samples.ts";

const START = Date.UTC(2026, 10, 21, 8);
const times = Array.from({ length: 96 }, (_, index) => START + index * 900_000);
/** Busy by day, quiet by night. */
const wave = (size: number, shift: number): number[] =>
  times.map((_, index) =>
    Math.max(0, Math.round(size * Math.sin((index + shift) / 15) + (index % 7))),
  );

/** Charts: lines, bars, one with gaps, one of zeros, one of a single moment. */
export function Charts(): ReactNode {
  const mail = {
    times,
    format: formatNumber,
    formatMoment: formatTime,
    summary: say("A sample of a day.", "하루의 예시입니다."),
  };
  const charts: readonly ChartProps[] = [
    {
      ...mail,
      label: say("Mail", "메일"),
      kind: "lines",
      series: [
        { name: say("Received", "받음"), tone: "accent", values: wave(60, 0) },
        { name: say("Sent", "보냄"), tone: "success", values: wave(30, 10) },
        { name: say("Inside", "내부"), tone: "info", values: wave(15, 30) },
      ],
      figures: ["2,311", "1,014", "512"],
    },
    {
      ...mail,
      label: say("Refusals", "거부"),
      kind: "bars",
      series: [
        { name: say("Refused", "거부됨"), tone: "warning", values: wave(6, 0) },
        { name: say("Bounced", "반송됨"), tone: "danger", values: wave(3, 20) },
        { name: say("Put off", "지연됨"), tone: "info", values: wave(5, 40) },
      ],
      figures: ["311", "14", "51"],
    },
    {
      ...mail,
      label: say("Storage with gaps", "빈 구간이 있는 저장 공간"),
      kind: "lines",
      format: formatBytes,
      series: [
        {
          name: say("Stored", "저장됨"),
          tone: "accent",
          values: times.map((_, index) =>
            index < 20 || (index > 50 && index < 60) || index === 40 ? null : 4e9 + index * 3e7,
          ),
        },
      ],
      figures: [formatBytes(6.8e9)],
    },
    {
      ...mail,
      label: say("Nothing", "없음"),
      kind: "bars",
      series: [{ name: say("Bounced", "반송됨"), tone: "danger", values: times.map(() => 0) }],
      figures: ["0"],
    },
    {
      ...mail,
      label: say("One moment", "한 시점"),
      kind: "lines",
      times: times.slice(0, 1),
      series: [{ name: say("Waiting", "대기"), tone: "accent", values: [3] }],
      figures: ["3"],
    },
  ];
  return (
    <div className="w-columns">
      {charts.map((chart) => (
        <Chart key={chart.label} {...chart} />
      ))}
    </div>
  );
}
