export { publish, subscribe, type Origin } from "./events.ts";
export { closeLayers, layerCount, useLayer, watchLayers } from "./layers.ts";
export {
  choose,
  followChoices,
  keepsRecords,
  preferences,
  unsentOf,
  setPreferences,
  usePreferences,
  watchPreferences,
  type Density,
  type Preferences,
  type ReplyIn,
  type AfterAct,
  type JunkDigest,
  type ReaderPane,
  SEND_CHECKS,
  SWIPE_ACTS,
  type SendCheck,
  type SwipeAct,
  type Theme,
} from "./preferences.ts";
export { useTries, type Tries } from "./use-tries.ts";
