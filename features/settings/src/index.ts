export { SettingsWindow } from "./settings-window.tsx";
export { t } from "./strings/index.ts";
