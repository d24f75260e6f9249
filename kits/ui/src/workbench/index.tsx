import { decideLocale } from "@atrium/i18n";
import { preferences, setPreferences, type Density, type Theme } from "@atrium/state";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { Choice, startTheme, ToastRegion } from "../index.ts";
import { Charts } from "./charts.tsx";
import { Layout } from "./layout.tsx";
import { Buttons, Feedback, Fields, People, Windows } from "./looks.tsx";
import { say } from "./samples.ts";
import "./workbench.css";

/** What the address asks for: `?theme=dark&density=compact&lang=ko&rows=100000#layout`. */
const asked = new URLSearchParams(location.search);
decideLocale(asked.get("lang"));
setPreferences({
  theme: (asked.get("theme") ?? preferences().theme) as Theme,
  density: (asked.get("density") ?? preferences().density) as Density,
});
startTheme();

function go(name: string, value: string): void {
  const next = new URLSearchParams(location.search);
  next.set(name, value);
  location.search = next.toString();
}

function Bench(): ReactNode {
  const sections: readonly (readonly [string, ReactNode])[] = [
    [say("Buttons", "버튼"), <Buttons key="b" />],
    [say("Fields", "입력"), <Fields key="f" />],
    [say("People and labels", "사람과 라벨"), <People key="p" />],
    [say("Messages and empty places", "알림과 빈 화면"), <Feedback key="m" />],
    [say("Charts", "차트"), <Charts key="c" />],
    [say("Menus and dialogs", "메뉴와 대화 상자"), <Windows key="w" />],
  ];
  return (
    <main className="w-bench" id="top">
      <header className="w-head">
        <h1>{say("Workbench", "작업대")}</h1>
        <Choice
          label={say("Theme", "테마")}
          hideLabel
          value={preferences().theme}
          onChange={(value) => go("theme", value)}
          options={(["system", "light", "dark", "contrast"] as const).map((value) => ({
            value,
            label: value,
          }))}
        />
        <Choice
          label={say("Density", "간격")}
          hideLabel
          value={preferences().density}
          onChange={(value) => go("density", value)}
          options={(["compact", "regular", "roomy"] as const).map((value) => ({
            value,
            label: value,
          }))}
        />
        <Choice
          label={say("Language", "언어")}
          hideLabel
          value={document.documentElement.lang}
          onChange={(value) => go("lang", value)}
          options={[
            { value: "en", label: "English" },
            { value: "ko", label: "한국어" },
          ]}
        />
      </header>
      {sections.map(([title, content]) => (
        <section key={title} className="w-section">
          <h2>{title}</h2>
          {content}
        </section>
      ))}
    </main>
  );
}

const root = document.querySelector("#root");
if (root !== null)
  createRoot(root).render(
    <>
      {asked.has("rows") ? <Layout rows={Number(asked.get("rows"))} /> : <Bench />}
      <ToastRegion />
    </>,
  );
