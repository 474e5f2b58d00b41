import { useId, useState } from "react";
import type { Reply } from "../../../../resources/call-input.ts";
import { checkGatewayName, saveGateway } from "../../../../resources/gateway/gateway-calls.ts";
import { gatewayNameField, type GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { gatewayNameMax, gatewayNameMin } from "../../../../resources/gateway/limits.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ScopeTiles } from "./scope-tiles.tsx";
import { useSettled } from "./use-settled.ts";

interface CreateGatewayProps {
  readonly onClose: () => void;
  readonly onCreated: (gateway: Reply<typeof saveGateway>) => void;
}

/** Delay after typing before the name is checked. */
const settledMs = 300;

/** Form for a gateway's name, checked while typing, and scope. */
export const CreateGateway = ({ onClose, onCreated }: CreateGatewayProps) => {
  const formId = useId();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<GatewayScope>("public");
  const [refused, setRefused] = useState("");
  const settled = useSettled(name, settledMs);
  const problem = name === "" ? "" : problemOf(name);
  const canCheck = settled === name && name !== "" && problem === "";
  const taken = useCall(checkGatewayName, { params: { sub: settled }, enabled: canCheck });
  const isTaken = canCheck && taken.data === true;
  const { act, acting } = useAct(saveGateway, {
    done: "Gateway created",
    onDone: onCreated,
    onError: (error) => {
      const { code } = error as { readonly code?: string };
      const message = code === "NAME_TAKEN" ? error.message : (fieldMessages(error)["name"] ?? "");
      setRefused(message);
      return message !== "";
    },
  });
  const submit = () => {
    const found = problemOf(name);
    setRefused(found);
    if (found === "" && !isTaken) void act({ body: { name, scope } });
  };
  return (
    <Dialog
      title="Create gateway"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={acting} disabled={isTaken}>
            Create gateway
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <TextField
          label="Name"
          code
          placeholder="my-gateway"
          value={name}
          maxLength={gatewayNameMax}
          error={refused || problem || (isTaken ? "This name is already taken. Choose another." : "")}
          hint={hintOf(canCheck && taken.data === false)}
          onChange={(value) => {
            setName(value.toLowerCase());
            setRefused("");
          }}
        />
        <ScopeTiles value={scope} onChange={setScope} />
      </Form>
    </Dialog>
  );
};

const hintOf = (isFree: boolean): string =>
  isFree
    ? "Available. The gateway's address starts with this name."
    : `${gatewayNameMin} to ${gatewayNameMax} lowercase letters, digits and hyphens. The gateway's address starts with this name.`;

const problemOf = (name: string): string => gatewayNameField.schema.safeParse(name).error?.issues[0]?.message ?? "";
