import { Link } from "react-router";
import { createIpnsApiKey, deleteIpnsApiKey, ipnsApiKey } from "../../../../resources/gateway/ipns-calls.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ProgramKeyCard } from "../../framework/widgets/program-key-card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";

/** The user's API key for creating and publishing names. */
export const ApiKeyCard = () => {
  const { data, reload } = useCall(ipnsApiKey);
  return (
    <ProgramKeyCard
      title="API key"
      text="For scripts and builds that create and publish names. The key is personal and only gives access to this team's IPNS names."
      name="API key"
      noun="key"
      verb="Replace"
      stored={data && { prefix: data.key, usedAt: data.usedAt }}
      create={createIpnsApiKey}
      secret="key"
      remove={deleteIpnsApiKey}
      onChanged={reload}
    >
      <CodeBlock label="publish command" code={publishCommand(location.origin)} />
      <p className="fh-muted">
        Records, lifetimes and resolving: <Link to={pageHref(docs, { name: "ipns" })}>IPNS</Link>.
      </p>
    </ProgramKeyCard>
  );
};

const publishCommand = (origin: string): string =>
  `curl -X POST ${origin}/api/ipns/names/k51… \\
  -H "Authorization: Bearer $IPNS_API_KEY" -H "Content-Type: application/json" \\
  -d '{"value":"/ipfs/bafy…"}'`;
