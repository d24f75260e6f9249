export { createClient } from "./client.ts";
export type { ClientOptions, Connection, JmapClient, RefusedAct } from "./client.ts";
export { Account } from "./cache/account.ts";
export type { Act, Effect } from "./cache/act.ts";
export { applyPatch } from "./cache/patch.ts";
export type { Want } from "./cache/fetch.ts";
export type { Expectation } from "./cache/table.ts";
export {
  MethodFailed,
  NotSignedIn,
  RequestRefused,
  SetRefused,
  Unreachable,
} from "./connection/errors.ts";
export type { CallGroup, PendingCall } from "./connection/batch.ts";
export { httpTransport } from "./connection/transport.ts";
export type { PushListener, Transport, UploadOptions } from "./connection/transport.ts";
export { MergedQuery, ofRowKey, rowKey } from "./query/merged-query.ts";
export type { ListQuery, MergedPart } from "./query/merged-query.ts";
export { WindowedQuery } from "./query/windowed-query.ts";
export type { QueryDefinition, QueryStatus, QueryView, RowStep } from "./query/windowed-query.ts";
export { useAll, useConnection, useQuery, useRecord, useRecords } from "./react.ts";
export { serverTime } from "./connection/server-clock.ts";
