import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "../../../../resources/define.ts";
import { pinningConnection } from "../../../../resources/bucket/pin-calls.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CarDialog } from "./car-dialog.tsx";
import { NotConnected } from "./not-connected.tsx";
import { PinDialog } from "./pin-dialog.tsx";
import { PinList } from "./pin-list.tsx";
import { TokenCard } from "./token-card.tsx";

export type Pin = Row<typeof pins>;

type Open = { readonly dialog: "add" } | { readonly dialog: "car" } | { readonly dialog: "replace"; readonly pin: Pin };

/** /bucket/pinning-service: the team's pins, and the token for the Pinning Service API. */
export const Component = () => {
  const client = useQueryClient();
  const allows = useAllows();
  const [open, setOpen] = useState<Open>();
  const { data: connection } = useCall(pinningConnection);
  const close = () => setOpen(undefined);
  const done = () => {
    void client.invalidateQueries({ queryKey: resourceKey(pins.name) });
    close();
  };
  const add = allows("create", pins.name) && (
    <>
      <Button icon="upload" onClick={() => setOpen({ dialog: "car" })}>
        Upload CAR
      </Button>
      <Button kind="primary" icon="plus" onClick={() => setOpen({ dialog: "add" })}>
        Pin by CID
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={pins.title} text="Keep IPFS content available by its CID. Pins are public." actions={add} />
      <div className="fh-stack">
        {connection?.connected === false && <NotConnected />}
        <PinList resource={pins} onReplace={(pin) => setOpen({ dialog: "replace", pin })} emptyAction={add} />
        {connection && allows("edit", pins.name) && <TokenCard endpoint={connection.endpoint} />}
      </div>
      {open?.dialog === "car" && <CarDialog onClose={close} onDone={done} />}
      {(open?.dialog === "add" || open?.dialog === "replace") && (
        <PinDialog replaced={open.dialog === "replace" ? open.pin : undefined} onClose={close} onDone={done} />
      )}
    </>
  );
};
