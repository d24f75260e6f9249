import { Organisation, ORGANISATION_ID } from "@atrium/contract/types/organisation";
import { beforeAll, describe, expect, it } from "vitest";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { asInBrowser, ORGANISATION } from "../index.ts";
import { LOGO } from "../organisation/limits.ts";
import { administrationBench } from "../testing/bench.ts";
import { animatedPng, jpeg, lossy, png, webp } from "../testing/pictures.ts";

const dataUrl = (bytes: Buffer, type = "png"): string =>
  `data:image/${type};base64,${bytes.toString("base64")}`;

conformsToJmap(Organisation, async () => {
  const { engine, actor, bob } = await administrationBench();
  let count = 0;
  const patch = () => {
    count += 1;
    return { name: `Lanternfield ${count}` };
  };
  return {
    engine,
    actor,
    accountId: ORGANISATION,
    foreign: { accountId: bob.accountId, id: ORGANISATION_ID },
    async make() {
      const args = { accountId: ORGANISATION, update: { [ORGANISATION_ID]: patch() } };
      await callMethod({ engine, actor }, Organisation, "set", args);
      return ORGANISATION_ID;
    },
    patch,
    destroys: false,
    queries: false,
    singleton: true,
  };
});

describe("what the organisation looks like", () => {
  let bench: Awaited<ReturnType<typeof administrationBench>>;
  beforeAll(async () => {
    bench = await administrationBench();
  });

  const set = (patch: object, actor = bench.actor): Promise<Answer> =>
    callMethod({ ...bench, actor }, Organisation, "set", {
      accountId: ORGANISATION,
      update: { [ORGANISATION_ID]: patch },
    });
  const get = async (properties: readonly string[] | null = null, actor = bench.actor) => {
    const args = { accountId: ORGANISATION, ids: null, properties };
    return (await callMethod({ ...bench, actor }, Organisation, "get", args)).list![0]!;
  };
  const lastActs = async (limit: number) =>
    (await bench.accounts.acts.list(bench.actor, { limit })).map(({ verb, thing, detail }) => [
      verb,
      thing,
      detail,
    ]);

  it("is Atrium's own at first", async () => {
    expect(await get()).toEqual({
      id: ORGANISATION_ID,
      name: "Lanternfield",
      accent: null,
      logos: { light: null, dark: null },
    });
  });

  it("is changed by administrators, and each change is written down", async () => {
    const answer = await set({ name: "  Lantern \n field ", accent: "#FFD500" });
    expect(answer["updated"]).toEqual({
      [ORGANISATION_ID]: { name: "Lantern field", accent: "#ffd500", logos: expect.anything() },
    });
    expect(await bench.accounts.look.read()).toMatchObject({
      name: "Lantern field",
      accent: "#ffd500",
    });
    expect(await lastActs(1)).toEqual([
      ["organisation.change", "Lantern field", { name: "Lantern field", accent: "#ffd500" }],
    ]);
    await set({ accent: null });
    expect((await get())["accent"]).toBeNull();
  });

  it("has logos that strangers get by their hash, and no more once they are replaced", async () => {
    const { look } = bench.accounts;
    const [first, second] = [png(200, 50), webp(lossy(64, 64))];
    await set({ logo: dataUrl(first), logoDark: dataUrl(second, "webp") });
    const { logos } = (await look.read())!;
    expect(logos).toMatchObject({
      light: { width: 200, height: 50 },
      dark: { width: 64, height: 64 },
    });
    const hashOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);
    expect(await look.logo(hashOf(logos.light!.url))).toEqual({
      mediaType: "image/png",
      octets: first,
    });
    expect(await get(["logo", "logoDark"])).toMatchObject({
      logo: dataUrl(first),
      logoDark: dataUrl(second, "webp"),
    });
    expect(await lastActs(1)).toMatchObject([
      ["organisation.change", "Lantern field", { logo: true, logoDark: true }],
    ]);
    await set({ logo: dataUrl(jpeg(80, 20), "jpeg"), logoDark: null });
    expect(await look.logo(hashOf(logos.light!.url))).toBeNull();
    expect((await look.read())!.logos).toMatchObject({ light: { width: 80 }, dark: null });
    await set({ logo: null });
    expect((await look.read())!.logos).toEqual({ light: null, dark: null });
  });

  it.each([
    ["a colour by name", { accent: "red" }, "accent"],
    ["a colour with more behind it", { accent: "#ffffff;--text:#fff" }, "accent"],
    ["no name", { name: " \n" }, "name"],
    ["a name that is too long", { name: "x".repeat(201) }, "name"],
    ["a picture elsewhere", { logo: "https://evil.example/logo.png" }, "logo"],
    ["a page", { logo: "data:text/html;base64,PGI+" }, "logo"],
    ["SVG", { logo: "data:image/svg+xml;base64,PHN2Zy8+" }, "logo"],
    ["a picture that moves", { logo: dataUrl(animatedPng(40, 40)) }, "logo"],
    ["another picture than it says", { logo: dataUrl(jpeg(40, 40)) }, "logo"],
    ["a picture that is broken", { logoDark: dataUrl(png(40, 40).subarray(0, 40)) }, "logoDark"],
    ["base64 that is none", { logo: "data:image/png;base64,!!!!" }, "logo"],
    ["too many pixels", { logo: dataUrl(png(LOGO.mostSide + 1, 40)) }, "logo"],
    ["a giant", { logo: dataUrl(png(2 ** 31 - 1, 2 ** 31 - 1)) }, "logo"],
    ["too few pixels", { logo: dataUrl(png(LOGO.leastSide - 1, 400)) }, "logo"],
    ["too many octets", { logo: dataUrl(Buffer.alloc(LOGO.octets + 1)) }, "logo"],
  ])("refuses %s and changes nothing", async (_, patch, property) => {
    const before = await get();
    const answer = await set({ ...patch });
    expect(answer["notUpdated"]).toMatchObject({
      [ORGANISATION_ID]: { type: "invalidProperties", properties: [property] },
    });
    expect(await get()).toEqual(before);
  });

  it("takes a logo of exactly as many octets and pixels as it may have", async () => {
    const { mostSide, octets } = LOGO;
    const plain = png(mostSide, 16);
    const filled = png(mostSide, 16, { more: textChunk(octets - plain.length - 12) });
    expect(filled.length).toBe(octets);
    expect(await set({ logo: dataUrl(filled) })).toMatchObject({
      updated: { [ORGANISATION_ID]: expect.anything() },
    });
    await set({ logo: null });
  });

  it("is read by everybody in a browser and changed by administrators alone", async () => {
    const { accounts, platform } = bench;
    const bob = await accounts.authenticate(
      { address: "bob@demo.test", password: "violet tractor seldom" },
      { ip: "192.0.2.8" },
    );
    const inBrowser = asInBrowser(bob, new Date(platform.clock.now().getTime() + 60_000));
    expect(await get(null, inBrowser)).toMatchObject({ name: "Lantern field" });
    expect(await set({ name: "Bobfield" }, inBrowser)).toMatchObject({ type: "accountReadOnly" });
    await expect(get(null, bob)).rejects.toThrow("is not known");
  });
});

function textChunk(length: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write("tEXt", 4, "latin1");
  return Buffer.concat([head, Buffer.alloc(length + 4)]);
}
