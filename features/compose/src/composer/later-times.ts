export interface LaterTime {
  readonly name:
    | "thisMorning"
    | "laterToday"
    | "tomorrowMorning"
    | "tomorrowAfternoon"
    | "mondayMorning";
  readonly at: Date;
}

/** The hours that people mostly choose, of this device's time zone. */
export function laterTimes(now: Date): LaterTime[] {
  const at = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    // Who writes at night means the day that has begun.
    ...(now.getHours() < 5 ? [{ name: "thisMorning", at: at(0, 8) } as const] : []),
    ...(now.getHours() < 16 ? [{ name: "laterToday", at: at(0, 18) } as const] : []),
    { name: "tomorrowMorning", at: at(1, 8) },
    { name: "tomorrowAfternoon", at: at(1, 13) },
    ...(toMonday > 1 ? [{ name: "mondayMorning", at: at(toMonday, 8) } as const] : []),
  ];
}
