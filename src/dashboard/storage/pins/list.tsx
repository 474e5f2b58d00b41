import { useState, useEffect } from "react";
import { Link } from "react-router";
import * as z from "zod/mini";
import {
  pinningConnection,
  pinVisibility,
  uploadCar,
  pinningToken,
  resetPinningToken,
} from "../../../../resources/storage/pin-calls.ts";
import { pins } from "../../../../resources/storage/pins.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { CostNote } from "../../framework/cost/cost-note.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { RecordFormParts } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { textOf } from "../../lib/text-of.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import styles from "./pins.module.css";
import { data } from "../../../../resources/declare/fields.ts";
import { storageMonthSeconds } from "../../../../resources/limits.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { formatBytes } from "../../lib/format/bytes.ts";
import { FileButton } from "../../ui/fields/file-button.tsx";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { ProgramKeyCard } from "../../framework/widgets/program-key-card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";

type Pin = Row<typeof pins>;

/** Fallback for missed live updates. */
const waitingMs = 10_000;

/** /bucket/pinning-service: the team's pins, and the token for the Pinning Service API. */
export const Component = () => {
  const allows = useAllows();
  const [uploading, setUploading] = useState(false);
  const { data: connection } = useCall(pinningConnection);
  return (
    <>
      <ListPage
        resource={pins}
        create={
          allows("create", pins.name) && (
            <>
              <Button icon="upload" onClick={() => setUploading(true)}>
                Upload CAR
              </Button>
              <CreateButton resource={pins} parts={{ ...formParts, submit: "Pin content" }} />
            </>
          )
        }
        cells={{
          status: (pin) => <Status pin={pin} />,
        }}
        rowActions={(pin): MenuItem[] => [
          ...(pin.status === "pinned"
            ? [{ label: "Open", icon: "external" as const, to: `${location.origin}/ipfs/${pin.cid}` }]
            : []),
          ...(pin.details === ""
            ? []
            : [{ label: "Show reason", icon: "info" as const, onSelect: () => showReason(pin) }]),
        ]}
        actionForms={{ replace: ({ name }) => ({ ...formParts, initial: { name }, submit: "Replace pin" }) }}
        pollMs={(rows) => (rows.some(({ status }) => status === "queued" || status === "pinning") ? waitingMs : false)}
        frame={(table) => (
          <div className="fh-stack">
            {connection?.connected === false && <NotConnected />}
            <div>{table}</div>
            {connection && allows("edit", pins.name) && <TokenCard endpoint={connection.endpoint} />}
          </div>
        )}
      />
      {uploading && <CarDialog onClose={() => setUploading(false)} />}
    </>
  );
};

/** Asks before pinning publishes private content. If the check fails, the server validates the pin. */
const confirmPublishing: RecordFormParts["confirm"] = async ({ cid }, send) => {
  const query = { cid: textOf(cid).trim() };
  const { isPrivate } = await send(pinVisibility, { query, silent: true }).catch(() => ({ isPrivate: false }));
  if (!isPrivate) return true;
  return dialogs.confirm({
    title: "Publish private content?",
    text: "This content is in a private bucket of your team. Pinning it makes it public: anyone with the CID can read it.",
    ok: "Publish and pin",
    danger: true,
  });
};

const formParts: RecordFormParts = {
  done: "Queued",
  confirm: confirmPublishing,
};

/** Status, with the reason for waiting or failing below. */
const Status = ({ pin: { status, details } }: { readonly pin: Pin }) => (
  <span className={styles.status}>
    {cell(pins.fields.status, status)}
    {details !== "" && (
      <small className={styles.details} title={details}>
        {details}
      </small>
    )}
  </span>
);

/** Shows the full reason, which rows truncate. */
const showReason = ({ name, cid, details }: Pin): void =>
  void dialogs.alert({ title: name ?? cid, text: details, ok: "Close" });

/** Shows what can be pinned without a connection to the public IPFS network. */
const NotConnected = () => (
  <Banner title="Not connected to the public IPFS network">
    You can pin public content on this server, your buckets and sites, uploaded CAR files, and content from HTTP
    origins. To pin other content, your administrator can set <code>IPFS_GATEWAYS</code>:{" "}
    <Link to={pageHref(docs, { name: "pinning" })}>Pinning</Link>.
  </Banner>
);

const carFile = z.custom<File>((value) => value instanceof File, "Choose a CAR file.");
const fields = { file: data("CAR file", carFile), name: pins.fields.name };

/** Uploads a CAR file and pins each of its roots. */
const CarDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [sending, setSending] = useState<AbortController>();
  const [sentBytes, setSentBytes] = useState<number>();
  useEffect(() => () => sending?.abort(), [sending]);
  const isSending = sentBytes !== undefined;
  return (
    <FormDialog
      title="Upload CAR file"
      // Own form: the body is a file, sent with its progress and a way to stop it.
      form={ownForm(fields, async ({ file, name }, send) => {
        const started = new AbortController();
        setSending(started);
        const { signal } = started;
        setSentBytes(0);
        const query = name?.trim() ? { name: name.trim() } : {};
        return send(uploadCar, { query, body: file, signal, onSent: setSentBytes, retries: 0 }).finally(() =>
          setSentBytes(undefined),
        );
      })}
      head={
        <p>
          A content archive, for example from <code>ipfs dag export</code>. Every block is verified and each root is
          pinned.
        </p>
      }
      controls={{
        file: ({ value: file, onChange }) => (
          <div className={styles.file}>
            <FileButton
              label="CAR file"
              icon="file"
              accept=".car,application/vnd.ipld.car"
              disabled={isSending}
              onFile={onChange}
            >
              {file ? "Choose another file" : "Choose file"}
            </FileButton>
            <span className={file ? undefined : "fh-muted"}>
              {file ? `${file.name} (${formatBytes(file.size)})` : "A .car file"}
            </span>
          </div>
        ),
      }}
      note={({ file }) =>
        file && (
          <div className="fh-stack">
            <CostNote
              resource="IPFS_STORAGE"
              what="Storage for 30 days"
              amount={file.size}
              seconds={Number(storageMonthSeconds)}
            />
            {isSending && <Sending sentBytes={sentBytes} file={file} />}
          </div>
        )
      }
      submit="Upload and pin"
      refreshes={[pins]}
      onSaved={({ list }) => toast(list.length === 1 ? "Pinned" : `${list.length} roots pinned`)}
      onClose={onClose}
    />
  );
};

const Sending = ({ sentBytes, file: { size } }: { sentBytes: number; file: File }) => {
  const isSent = sentBytes >= size;
  return (
    <div className={styles.progress}>
      <ProgressBar label="CAR upload" {...(!isSent && { value: size === 0 ? 1 : sentBytes / size })} />
      <p>{isSent ? "Verifying blocks…" : `${formatBytes(sentBytes)} of ${formatBytes(size)}`}</p>
    </div>
  );
};

const clients = {
  kubo: {
    label: "Kubo",
    code: (endpoint: string) =>
      `ipfs pin remote service add freehold ${endpoint} "$PINNING_TOKEN"\nipfs pin remote add --service=freehold --name=my-site bafy…\nipfs pin remote ls --service=freehold`,
  },
  curl: {
    label: "curl",
    code: (endpoint: string) =>
      `curl ${endpoint}/pins \\\n  -H "Authorization: Bearer $PINNING_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"cid":"bafy…","name":"my-site"}'`,
  },
} as const;
type Client = keyof typeof clients;
const options = Object.entries(clients).map(([value, { label }]) => ({ value: value as Client, label }));

/** The user's token for the IPFS Pinning Service API, with commands. */
const TokenCard = ({ endpoint }: { readonly endpoint: string }) => {
  const [client, setClient] = useState<Client>("kubo");
  const { data, reload } = useCall(pinningToken);
  return (
    <ProgramKeyCard
      title="IPFS Pinning Service API"
      text="For Kubo, IPFS Desktop and other compatible clients. The token is personal and only gives access to this team's pins."
      name="Pinning token"
      noun="token"
      verb="Reset"
      stored={data && { prefix: data.accessToken, usedAt: data.usedAt }}
      create={resetPinningToken}
      secret="accessToken"
      onChanged={reload}
    >
      <div>
        <Segmented label="Client" options={options} value={client} onChange={setClient} />
      </div>
      <CodeBlock label={`${clients[client].label} commands`} code={clients[client].code(endpoint)} />
      <p className="fh-muted">
        Learn about <Link to={pageHref(docs, { name: "pinning" })}>statuses, limits and content sources</Link>.
      </p>
    </ProgramKeyCard>
  );
};
