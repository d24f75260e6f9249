import type { FileLinkRecord } from "@atrium/contract/types/file-link";
import { Button, DateIcon, FormDialog, PasswordField, Select, Tag, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { SharingClient } from "../client.ts";
import { EndDialog, endText } from "../terms/end-dialog.tsx";
import { t } from "../strings/index.ts";
import { downloadsFault, linkFault, passwordFault, proposedEnd } from "./link-terms.ts";
import { makeLink, type Linked, type LinkPolicies } from "./links.ts";

/** Asks what a new link lets people do. What was typed stays until it is made. */
export function LinkForm({
  client,
  linked,
  policies,
  onMade,
  onClose,
}: {
  readonly client: SharingClient;
  readonly linked: Linked;
  readonly policies: LinkPolicies;
  readonly onMade: (address: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [mode, setMode] = useState<FileLinkRecord["mode"]>("download");
  const [expires, setExpires] = useState(() => proposedEnd(policies, new Date()));
  const [asksEnd, setAsksEnd] = useState(false);
  const [password, setPassword] = useState("");
  const [downloads, setDownloads] = useState("");
  const [name, setName] = useState("");
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const limited = mode === "download" ? downloads.trim() : "";
  const faults = [passwordFault(password, policies), downloadsFault(limited)] as const;

  const make = async (): Promise<void> => {
    setTried(true);
    setFault(undefined);
    if (isBusy || faults.some((one) => one !== undefined)) return;
    setBusy(true);
    try {
      const address = await makeLink(client, linked, {
        mode,
        expires,
        password: password || null,
        maxDownloads: limited === "" ? null : Number(limited),
        name: name.trim() || null,
      });
      onMade(address);
    } catch (error) {
      setFault(linkFault(error, policies));
      setBusy(false);
    }
  };
  const [passwordWrong, downloadsWrong] = hasTried ? faults : [];

  return (
    <>
      <FormDialog
        title={t("newLink")}
        confirmLabel={t("createLink")}
        busy={isBusy}
        onSubmit={() => void make()}
        onClose={onClose}
      >
        <Select
          label={t("linkMay")}
          options={[
            { value: "download", label: t("linkDownload") },
            { value: "view", label: t("linkView") },
          ]}
          value={mode}
          onChange={setMode}
        />
        <div className="share-terms">
          {expires === null ? (
            <Button variant="quiet" icon={<DateIcon />} onClick={() => setAsksEnd(true)}>
              {t("setEnd")}
            </Button>
          ) : (
            <>
              <Tag
                {...(policies.publicLinkExpiry === null && { onRemove: () => setExpires(null) })}
              >
                {endText(expires)}
              </Tag>
              <Button variant="quiet" onClick={() => setAsksEnd(true)}>
                {t("changeEnd")}
              </Button>
            </>
          )}
        </div>
        <PasswordField
          label={t(policies.publicLinkPassword ? "linkPassword" : "linkPasswordOptional")}
          hint={t("linkPasswordHint")}
          error={passwordWrong}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {mode === "download" && (
          <TextField
            label={t("linkMaxDownloads")}
            error={downloadsWrong}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={downloads}
            onChange={(event) => setDownloads(event.target.value)}
          />
        )}
        <TextField
          label={t("linkName")}
          hint={t("linkNameHint")}
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {policies.publicLinksReason !== "" && (
          <p className="share-sees">{policies.publicLinksReason}</p>
        )}
        {fault !== undefined && (
          <p className="share-fault" role="alert">
            {fault}
          </p>
        )}
      </FormDialog>
      {asksEnd && (
        <EndDialog until={expires} onPick={setExpires} onClose={() => setAsksEnd(false)} />
      )}
    </>
  );
}
