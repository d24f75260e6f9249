export { publish, subscribe, type Origin } from "./events.ts";
export {
  preferences,
  setPreferences,
  usePreferences,
  watchPreferences,
  type Density,
  type Preferences,
  type AfterAct,
  type ReaderPane,
  type Theme,
} from "./preferences.ts";
