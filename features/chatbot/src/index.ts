export { NoChatbot } from "./chatbot.tsx";
export { t } from "./strings/index.ts";
