export { keepChoice } from "./keep-choice.ts";
export { SuiteRail, type SuitePlace } from "./suite-rail.tsx";
