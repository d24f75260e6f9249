export { LaterDialog } from "./later-dialog.tsx";
export { LaterMenu } from "./later-menu.tsx";
