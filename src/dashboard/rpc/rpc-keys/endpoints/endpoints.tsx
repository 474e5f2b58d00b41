import { useState } from "react";
import type { Row } from "../../../../../resources/declare/define.ts";
import type { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { showRpcKey } from "../use-rpc-key.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Connect } from "./connect.tsx";
import { Select } from "../../../ui/fields/select.tsx";

/** Endpoint URLs with one of the team's keys, if there is one. */
export const Endpoints = ({ keys }: { readonly keys: readonly Row<typeof rpcKeys>[] }) => {
  const [chosen, setChosen] = useState<string>();
  const id = chosen ?? keys.find(({ active }) => active)?.id ?? "";
  const { data } = useCall(showRpcKey, { params: { id }, enabled: id !== "" });
  return (
    <Connect
      userKey={id === "" ? undefined : data?.userKey}
      choice={
        keys.length > 0 && (
          <Select
            label="Key"
            value={id}
            options={[
              ...keys.map((key) => ({ value: key.id, label: key.name })),
              { value: "", label: "No key (placeholder)" },
            ]}
            onChange={setChosen}
          />
        )
      }
    />
  );
};
