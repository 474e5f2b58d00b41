import { useEffect, useState } from "react";
import type { Reply } from "../../../../resources/call-input.ts";
import { checkGatewayName, saveGateway } from "../../../../resources/gateway/gateway-calls.ts";
import { gatewayNameField } from "../../../../resources/gateway/gateways.ts";
import { gatewayNameMax } from "../../../../resources/gateway/limits.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormDialog, type ControlProps } from "../../framework/forms/form.tsx";
import { useSettled } from "./use-settled.ts";

interface CreateGatewayProps {
  readonly onClose: () => void;
  readonly onCreated: (gateway: Reply<typeof saveGateway>) => void;
}

/** Form for a gateway's name, checked while typing, and scope. */
export const CreateGateway = ({ onClose, onCreated }: CreateGatewayProps) => {
  const [name, setName] = useState("");
  const canCheck = gatewayNameField.schema.safeParse(name).success;
  const { data: isTaken } = useCall(checkGatewayName, { params: { sub: name }, enabled: canCheck });
  return (
    <FormDialog
      title="Create gateway"
      form={callForm(saveGateway)}
      initial={{ scope: "public" }}
      controls={{ name: (control) => <NameInput {...control} onSettled={setName} /> }}
      overrides={{
        name: canCheck && isTaken === false ? { hint: "Available. The gateway's address starts with this name." } : {},
      }}
      problems={{ name: canCheck && isTaken ? "This name is already taken. Choose another." : undefined }}
      errorFields={{ NAME_TAKEN: "name" }}
      submit="Create gateway"
      done="Gateway created"
      onSaved={onCreated}
      onClose={onClose}
    />
  );
};

/** Delay after typing before the name is checked. */
const settledMs = 300;

interface NameInputProps extends Pick<ControlProps<{ name: string }, "name">, "id" | "value" | "onChange"> {
  readonly onSettled: (name: string) => void;
}

const NameInput = ({ id, value = "", onChange, onSettled }: NameInputProps) => {
  const settled = useSettled(value, settledMs);
  useEffect(() => onSettled(settled), [settled, onSettled]);
  return (
    <input
      id={id}
      className="fh-input fh-mono"
      placeholder={gatewayNameField.placeholder}
      maxLength={gatewayNameMax}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value.toLowerCase())}
    />
  );
};
