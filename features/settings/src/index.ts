export { SettingsWindow } from "./settings-window.tsx";
export { SettingsSkeleton } from "./skeleton.tsx";
export { t } from "./strings/index.ts";
