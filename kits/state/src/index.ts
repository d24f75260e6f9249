export { publish, subscribe, type Origin } from "./events.ts";
export { closeLayers, layerCount, useLayer, watchLayers } from "./layers.ts";
export {
  preferences,
  setPreferences,
  usePreferences,
  watchPreferences,
  type Density,
  type Preferences,
  type AfterAct,
  type ReaderPane,
  SWIPE_ACTS,
  type SwipeAct,
  type Theme,
} from "./preferences.ts";
