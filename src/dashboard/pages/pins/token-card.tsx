import { useState } from "react";
import { Link } from "react-router";
import { pinningToken, resetPinningToken } from "../../../../resources/bucket/pin-calls.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ProgramKeyCard } from "../../framework/widgets/program-key-card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Segmented } from "../../ui/segmented.tsx";

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
export const TokenCard = ({ endpoint }: { readonly endpoint: string }) => {
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
        Statuses, limits and content sources: <Link to={pageHref(docs, { name: "pinning" })}>Pinning</Link>.
      </p>
    </ProgramKeyCard>
  );
};
