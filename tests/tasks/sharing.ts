import { until } from "./stage.ts";
import type { Task } from "./task.ts";
import { button, entry, inside, option, thing } from "./things.ts";

const FOLDER = "Lamp tests";

const dialog = thing("the dialog", (page) =>
  page.getByRole("dialog", { name: `Share “${FOLDER}”` }),
);
const folder = thing(`the folder “${FOLDER}”`, (page) =>
  page.getByRole("row", { name: new RegExp(`^${FOLDER} `) }),
);

export const shareFolder: Task = {
  name: "share-folder",
  title: "Share a folder",
  goal: "Let Bob see the folder “Lamp tests” in Drive, but change nothing.",
  gmail: {
    mouse: "7 in Google Drive: right-click, Share, Share, a name, the person, the role, Send",
    keyboard: "many in Google Drive: `Ctrl+Alt+A`, a name, `Enter`, then `Tab` through the dialog",
    touch: "6 in Google Drive: the three dots, Share, a name, the person, the role, Send",
  },
  async run({ hand, mail }) {
    const node = { name: FOLDER, parentId: null, nodeType: "directory" };
    const { created } = await mail.call<{ created: { node: { id: string } } }>("FileNode/set", {
      create: { node },
    });
    const { id } = created.node;
    await hand.open("/drive");
    await hand.sees(folder);
    if (hand.way === "mouse") await hand.press(folder, { right: true });
    else if (hand.way === "touch")
      await hand.press(inside(folder, button(`Actions for ${FOLDER}`)));
    else {
      await hand.keys("Home");
      await hand.keys("Shift+F10");
    }
    const share = entry("Share…");
    await hand.sees(share);
    if (hand.way === "keyboard") {
      await hand.keys("s");
      await hand.keys("Enter");
    } else await hand.press(share);
    await hand.sees(
      inside(
        dialog,
        thing("the owner", (page) => page.getByText("(you)")),
      ),
    );
    await hand.type("bob");
    const bob = inside(dialog, option("Bob Ferreira", { exact: false }));
    await hand.sees(bob);
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.keys("Enter");
    } else {
      await hand.press(bob);
      await hand.press(inside(dialog, button("Share")));
    }
    await hand.sees(inside(dialog, button("Bob Ferreira: Viewer")));
    await hand.picture();
    await until("Bob may see the folder and nothing more", async () => {
      const { list } = await mail.call<{ list: { shareWith: object | null }[] }>("FileNode/get", {
        ids: [id],
        properties: ["shareWith"],
      });
      const shares = Object.values(list[0]?.shareWith ?? {});
      return shares.length === 1 && JSON.stringify(shares[0]) === '{"mayRead":true}';
    });
  },
};
