/** A date-time as RFC 5322 §3.3 writes it; `zone` is in minutes east of UTC. */
export function mailDate(date: Date, zone = 0): string {
  const local = new Date(date.getTime() + zone * 60_000).toUTCString().slice(0, 25);
  const minutes = Math.abs(zone);
  const offset = String(Math.floor(minutes / 60) * 100 + (minutes % 60)).padStart(4, "0");
  return `${local} ${zone < 0 ? "-" : "+"}${offset}`;
}
