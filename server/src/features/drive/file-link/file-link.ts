import { FILE_LINK_METHODS, FileLink } from "@atrium/contract/types/file-link";
import { method, realId, refuse, serve, type Served } from "../../../engine/index.ts";
import { readPolicies } from "../../accounts/index.ts";
import { toFiles } from "../access.ts";
import { MAX_LINK_DOWNLOADS, MAX_LINK_NAME } from "../limits.ts";
import { fileLinkContainer, noteLink } from "./file-link.container.ts";
import { checkPasswordDemanded, fileLinkRules } from "./file-link.rules.ts";
import { fileLinkStore, hashOf, visibleLinks } from "./file-link.store.ts";

/** Gives a link another password, or takes it away. Who has entered the one before is asked again. */
const setPassword = method({
  verb: "update",
  arguments: FILE_LINK_METHODS.setPassword,
  async run(call, engine) {
    const { accountId, args } = call;
    const id = realId(args.id, engine.createdIds) ?? args.id;
    const hash = args.password === null ? null : await hashOf(call, args.password);
    await engine.write([accountId], async (w) => {
      const [visible] = (await visibleLinks({ ...call, db: w.tx }, [id])) ?? [];
      checkPasswordDemanded(hash !== null, await readPolicies(w.tx));
      const { numUpdatedRows } = await w.tx
        .updateTable("file_link")
        .set({ password_hash: hash })
        .where("account_id", "=", accountId)
        .where("id", "=", visible ?? "")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) refuse("notFound");
      await noteLink(w, accountId, id);
    });
    return { accountId, id };
  },
});

/** Links to files, for whoever may share them. What strangers get by them is in `links.ts`. */
export const fileLink: Served = serve(FileLink, {
  access: toFiles,
  store: fileLinkStore,
  container: fileLinkContainer,
  rules: fileLinkRules,
  limits: {
    name: { isLine: true, maxOctets: MAX_LINK_NAME },
    maxDownloads: { max: MAX_LINK_DOWNLOADS },
  },
  methods: { setPassword },
});
