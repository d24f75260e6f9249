/** Every table of the database. A store adds its own: `declare module "…/platform/db/tables.ts" { interface Tables { … } }`. */
// eslint-disable-next-line typescript/no-empty-interface
export interface Tables {}
