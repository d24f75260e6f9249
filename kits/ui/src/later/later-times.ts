export interface LaterTime {
  readonly name: "laterToday" | "tomorrow" | "weekend" | "nextWeek";
  readonly at: Date;
}

/** The hours that people mostly choose, of this device's time zone; each moment once, the soonest first. */
export function laterTimes(now: Date): LaterTime[] {
  const at = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const [hour, day] = [now.getHours(), now.getDay()];
  // In the afternoon later is the end of work, in the evening it is late.
  const today = hour < 16 ? 18 : hour < 19 ? 21 : undefined;
  const toSaturday = 6 - day;
  const toMonday = (8 - day) % 7 || 7;
  return [
    ...(today === undefined ? [] : [{ name: "laterToday", at: at(0, today) } as const]),
    { name: "tomorrow", at: at(1, 8) },
    // On Fridays that is tomorrow, and on the weekend it is now.
    ...(day >= 1 && toSaturday > 1 ? [{ name: "weekend", at: at(toSaturday, 8) } as const] : []),
    ...(toMonday > 1 ? [{ name: "nextWeek", at: at(toMonday, 8) } as const] : []),
  ];
}
