import { useState } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { snippets, type Client, type ShownKey } from "./snippets.ts";

const options = Object.entries(snippets).map(([value, { label }]) => ({ value: value as Client, label }));

/** Connection commands for S3 clients, filled in with one of the team's keys if there is one. */
export const ClientsCard = ({ endpoint, accessKey }: { readonly endpoint: string; readonly accessKey: string }) => {
  const [client, setClient] = useState<Client>("aws");
  return (
    <Card
      title="Connect a client"
      text="Works with any S3 client. Replace the placeholder with your secret key."
      actions={<Segmented label="Client" options={options} value={client} onChange={setClient} />}
    >
      <div className="fh-stack">
        <ClientCode client={client} endpoint={endpoint} of={{ accessKey }} />
        <p className="fh-muted">
          Supported operations, presigned URLs and public buckets: <Link to={pageHref(docs, { name: "s3" })}>S3</Link>.
        </p>
      </div>
    </Card>
  );
};

interface ClientCodeProps {
  readonly client: Client;
  readonly endpoint: string;
  readonly of: ShownKey;
}

const ClientCode = ({ client, endpoint, of }: ClientCodeProps) => {
  const { label, code } = snippets[client];
  return <CodeBlock label={`${label} commands`} code={code(endpoint, of)} />;
};
