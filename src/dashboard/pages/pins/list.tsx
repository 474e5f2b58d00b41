import { useState } from "react";
import { Link } from "react-router";
import { pinningConnection, pinVisibility } from "../../../../resources/bucket/pin-calls.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import type { Row } from "../../../../resources/define.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { RecordFormParts } from "../../framework/pages/record-forms.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { shortenHash } from "../../lib/format/shorten.ts";
import { textOf } from "../../lib/text-of.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { CarDialog } from "./car-dialog.tsx";
import styles from "./pins.module.css";
import { TokenCard } from "./token-card.tsx";

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
          name: ({ name }) =>
            name === undefined ? <span className="fh-muted">No name</span> : <span title={name}>{name}</span>,
          cid: ({ cid }) => <CopyText text={cid} shown={shortenHash(cid)} label="CID" />,
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
  note: () => <RateNote resource="IPFS_STORAGE" />,
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
