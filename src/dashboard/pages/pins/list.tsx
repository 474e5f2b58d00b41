import { useState } from "react";
import { Link } from "react-router";
import { pinningConnection, pinVisibility, replacePin } from "../../../../resources/bucket/pin-calls.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import type { Send } from "../../../../resources/call-input.ts";
import type { Row } from "../../../../resources/define.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { Declined } from "../../framework/data/handled-errors.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { shortenHash } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { CarDialog } from "./car-dialog.tsx";
import styles from "./pins.module.css";
import { TokenCard } from "./token-card.tsx";

type Pin = Row<typeof pins>;
type Open = { readonly dialog: "add" } | { readonly dialog: "car" } | { readonly dialog: "replace"; readonly pin: Pin };

/** Fallback for missed live updates. */
const waitingMs = 10_000;

/** /bucket/pinning-service: the team's pins, and the token for the Pinning Service API. */
export const Component = () => {
  const allows = useAllows();
  const [open, setOpen] = useState<Open>();
  const { data: connection } = useCall(pinningConnection);
  const close = () => setOpen(undefined);
  return (
    <>
      <ListPage
        resource={pins}
        create={
          allows("create", pins.name) && (
            <>
              <Button icon="upload" onClick={() => setOpen({ dialog: "car" })}>
                Upload CAR
              </Button>
              <Button kind="primary" icon="plus" onClick={() => setOpen({ dialog: "add" })}>
                Pin by CID
              </Button>
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
          ...(allows("edit", pins.name)
            ? [
                {
                  label: "Replace",
                  icon: "refresh" as const,
                  onSelect: () => setOpen({ dialog: "replace", pin }),
                },
              ]
            : []),
        ]}
        pollMs={(rows) => (rows.some(({ status }) => status === "queued" || status === "pinning") ? waitingMs : false)}
        frame={(table) => (
          <div className="fh-stack">
            {connection?.connected === false && <NotConnected />}
            <div>{table}</div>
            {connection && allows("edit", pins.name) && <TokenCard endpoint={connection.endpoint} />}
          </div>
        )}
      />
      {open?.dialog === "car" && <CarDialog onClose={close} />}
      {(open?.dialog === "add" || open?.dialog === "replace") && (
        <PinDialog replaced={open.dialog === "replace" ? open.pin : undefined} onClose={close} />
      )}
    </>
  );
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

interface PinDialogProps {
  /** The pin to replace, if any. */
  readonly replaced: Row<typeof pins> | undefined;
  readonly onClose: () => void;
}

const addPin = callOf(pins, "create");

/** Pins a CID, or replaces the CID of a pin. */
const PinDialog = ({ replaced, onClose }: PinDialogProps) => (
  <FormDialog
    title={replaced ? "Replace pin" : "Pin by CID"}
    form={ownForm(
      { cid: pins.fields.cid, name: pins.fields.name },
      async ({ cid, name }, send) => {
        const body = { cid: cid.trim(), ...(name && { name }) };
        if (!(await confirmPublishing(send, body.cid))) throw new Declined();
        return replaced ? send(replacePin, { params: { id: replaced.id }, body }) : send(addPin, { body });
      },
      replaced ? `pins/replace/${replaced.id}` : "pins/add",
    )}
    initial={replaced?.name === undefined ? {} : { name: replaced.name }}
    head={replaced && <p>Blocks shared by both are kept.</p>}
    note={() => <RateNote resource="IPFS_STORAGE" />}
    submit={replaced ? "Replace pin" : "Pin content"}
    done="Queued"
    refreshes={[pins]}
    onClose={onClose}
  />
);

/** Asks before pinning publishes private content. If the check fails, the server validates the pin. */
const confirmPublishing = async (send: Send, cid: string): Promise<boolean> => {
  const { isPrivate } = await send(pinVisibility, { query: { cid }, silent: true }).catch(() => ({ isPrivate: false }));
  if (!isPrivate) return true;
  return dialogs.confirm({
    title: "Publish private content?",
    text: "This content is in a private bucket of your team. Pinning it makes it public: anyone with the CID can read it.",
    ok: "Publish and pin",
    danger: true,
  });
};
