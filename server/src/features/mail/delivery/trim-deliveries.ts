import type { Engine } from "../../../engine/index.ts";

/** For how many days a repeated delivery is recognised. */
const DELIVERY_DAYS = 14;

/** Forgets the names of old deliveries; to be called once a day. */
export async function trimDeliveries(engine: Engine): Promise<void> {
  const before = new Date(engine.services.clock.now().getTime() - DELIVERY_DAYS * 86_400_000);
  await engine.db.deleteFrom("delivery").where("delivered_at", "<", before).execute();
}
