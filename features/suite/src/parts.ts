export { SuiteRail, type SuitePlace } from "./suite-rail.tsx";
