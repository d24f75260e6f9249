export { DeviceCheck } from "./device-check.tsx";
export { t } from "./strings/index.ts";
