import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { checkGatewayName } from "../../../../resources/gateway/gateway-calls.ts";
import { gatewayNameField, gateways } from "../../../../resources/gateway/gateways.ts";
import { gatewayNameMax } from "../../../../resources/gateway/limits.ts";
import { href } from "../../../../resources/declare/href.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { textOf } from "../../lib/text-of.ts";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { ScopeTag } from "./scope-tag.tsx";
import { useSettled } from "../../lib/async/use-settled.ts";

/** Delay after typing before the name is checked. */
const settledMs = 300;

/** /gateway/list: the team's gateways. */
export const Component = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const name = useSettled(typed, settledMs);
  const canCheck = gatewayNameField.schema.safeParse(name).success;
  const { data: isTaken } = useCall(checkGatewayName, { params: { sub: name }, enabled: canCheck });
  return (
    <ListPage
      resource={gateways}
      cells={{
        scope: ({ scope }) => <ScopeTag scope={scope} />,
      }}
      rowActions={({ url }) => [
        { label: "Copy link", icon: "copy", onSelect: () => void copyText(url) },
        { label: "Open", icon: "external", to: url },
      ]}
      form={() => ({
        initial: { scope: "public" },
        controls: {
          name: ({ id, value, onChange }) => (
            <input
              id={id}
              className="fh-input fh-mono"
              placeholder={gatewayNameField.placeholder}
              maxLength={gatewayNameMax}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              value={textOf(value)}
              onChange={({ target }) => {
                setTyped(target.value.toLowerCase());
                onChange(target.value.toLowerCase());
              }}
            />
          ),
        },
        overrides: {
          name:
            canCheck && isTaken === false ? { hint: "Available. The gateway's address starts with this name." } : {},
        },
        problems: { name: canCheck && isTaken ? "This name is already taken. Choose another." : undefined },
        errorFields: { NAME_TAKEN: "name" },
        done: "Gateway created",
        onSaved: (gateway) => {
          const to = href(gateways, "show", { name: textOf(gateway["name"]) });
          // The gateway's page reads the list.
          void client.invalidateQueries({ queryKey: resourceKey(gateways.name) }).then(() => navigate(to));
        },
      })}
    />
  );
};
