import { useState } from "react";
import { Link } from "react-router";
import { createIpnsApiKey, deleteIpnsApiKey, ipnsApiKey } from "../../../../resources/gateway/ipns-calls.ts";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { reveal } from "../../framework/forms/reveal.tsx";
import { LastUsed } from "../../framework/widgets/last-used.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

const title = "API key";

/** The user's API key for creating and publishing names. */
export const ApiKeyCard = () => {
  const { data, reload } = useCall(ipnsApiKey);
  const [isDeleted, setDeleted] = useState(false);
  const create = useAct(createIpnsApiKey, {
    onDone: ({ key }) => {
      setDeleted(false);
      reload();
      void reveal(title, key);
    },
  });
  const remove = useAct(deleteIpnsApiKey, {
    done: "API key deleted",
    onDone: () => {
      setDeleted(true);
      reload();
    },
  });
  const prefix = isDeleted ? null : data?.key;

  const askToReset = async () => {
    const text = "Clients that use the current key stop working until you update them.";
    if (!prefix || (await dialogs.confirm({ title: "Replace API key?", text, ok: "Replace key", danger: true })))
      void create.act();
  };
  const askToDelete = async () => {
    const text = "Clients that use this key stop working.";
    if (await dialogs.confirm({ title: "Delete API key?", text, ok: "Delete key", danger: true })) void remove.act();
  };
  return (
    <Card
      title={title}
      text="For scripts and builds that create and publish names. The key is personal and only gives access to this team's IPNS names."
      actions={
        data && (
          <>
            <Button icon="key" busy={create.acting} onClick={() => void askToReset()}>
              {prefix ? "Replace key" : "Create key"}
            </Button>
            {prefix && (
              <Button kind="plain" icon="trash" busy={remove.acting} onClick={() => void askToDelete()}>
                Delete
              </Button>
            )}
          </>
        )
      }
    >
      <div className="fh-stack">
        {prefix && (
          <p>
            <span className="fh-mono">{prefix}…</span> <LastUsed at={data?.usedAt} />
          </p>
        )}
        <CodeBlock label="publish command" code={publishCommand(location.origin)} />
        <p className="fh-muted">
          Records, lifetimes and resolving: <Link to={pageHref(docs, { name: "ipns" })}>IPNS</Link>.
        </p>
      </div>
    </Card>
  );
};

const publishCommand = (origin: string): string =>
  `curl -X POST ${origin}/api/ipns/names/k51… \\
  -H "Authorization: Bearer $IPNS_API_KEY" -H "Content-Type: application/json" \\
  -d '{"value":"/ipfs/bafy…"}'`;
