/**
 * Read by a server before its own program (`node --import`): its clock is wrong by the milliseconds that the file
 * `SOAK_CLOCK` says at the time. Timers go on as they do when a real clock is put forward or back.
 */
import { readFileSync } from "node:fs";

const LOOK_EVERY = 100;
const file = process.env["SOAK_CLOCK"]!;
const Real = Date;
let wrongBy = 0;

function look(): void {
  wrongBy = Number(readFileSync(file, "utf8"));
}
look();
setInterval(look, LOOK_EVERY).unref();

const now = (): number => Real.now() + wrongBy;
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, self) as object,
  get: (target, key) => (key === "now" ? now : (Reflect.get(target, key) as unknown)),
});
