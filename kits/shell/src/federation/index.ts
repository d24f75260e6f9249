export { loadDrive } from "./load-drive.ts";
