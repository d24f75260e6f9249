export { Arranged } from "./arranged.tsx";
export { FollowUpMenu } from "./follow-up-menu.tsx";
