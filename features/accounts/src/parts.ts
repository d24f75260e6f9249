export { roleName } from "./settings/roles.ts";
