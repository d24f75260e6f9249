import { expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { silentLog } from "../log/index.ts";
import { connectClient } from "./connect.ts";
import { reachDatabase } from "./reach.ts";

const PATIENCE = 100;

test("a database that is there will do, one that is not or refuses is named with the reason", async () => {
  const { connection, drop } = await cloneDatabase();
  const address = `postgres://${connection.user}@${encodeURIComponent(connection.host!)}:${connection.port}`;
  await reachDatabase(`${address}/${connection.database}`, silentLog, PATIENCE);
  await expect(reachDatabase(`${address}/missing`, silentLog, PATIENCE)).rejects.toThrow(
    /^The database "missing" on .* cannot be reached \(3D000, .*\)\. Check ATRIUM_DATABASE_URL\.$/,
  );
  await expect(
    reachDatabase("postgres://atrium:secret@127.0.0.1:1/atrium", silentLog, PATIENCE),
  ).rejects.toThrow(/^The database "atrium" on 127.0.0.1:1 cannot be reached \(ECONNREFUSED/);
  await drop();
});

test("a database in another encoding is refused", async () => {
  const { connection, drop } = await cloneDatabase();
  const client = await connectClient(connection, silentLog);
  await client.query(
    `create database ${connection.database}_ascii template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  const address = `postgres://${connection.user}@${encodeURIComponent(connection.host!)}:${connection.port}/${connection.database}_ascii`;
  await expect(reachDatabase(address, silentLog, PATIENCE)).rejects.toThrow("encoded in SQL_ASCII");
  await client.query(`drop database ${connection.database}_ascii`);
  await client.end();
  await drop();
});
