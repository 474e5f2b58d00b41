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

/** The person's key by which programs create and publish names. */
export const ApiKeyCard = () => {
  const { data, reload } = useCall(ipnsApiKey);
  const [isGone, setGone] = useState(false);
  const create = useAct(createIpnsApiKey, {
    onDone: ({ key }) => {
      setGone(false);
      reload();
      void reveal(title, key);
    },
  });
  const remove = useAct(deleteIpnsApiKey, {
    done: "Deleted",
    onDone: () => {
      setGone(true);
      reload();
    },
  });
  const known = isGone ? null : data?.key;

  const askToReset = async () => {
    const text = "Clients that use the current key stop working until you update them.";
    if (!known || (await dialogs.confirm({ title: "New API key", text, ok: "Create new key", danger: true })))
      void create.act();
  };
  const askToDelete = async () => {
    const text = "Clients that use this key stop working.";
    if (await dialogs.confirm({ title: "Delete API key", text, ok: "Delete", danger: true })) void remove.act();
  };
  return (
    <Card
      title={title}
      text="For scripts and builds that create and publish names. The key is personal and only gives access to this team's IPNS names."
      actions={
        data && (
          <>
            <Button icon="key" busy={create.acting} onClick={() => void askToReset()}>
              {known ? "New key" : "Create key"}
            </Button>
            {known && (
              <Button kind="plain" icon="trash" busy={remove.acting} onClick={() => void askToDelete()}>
                Delete
              </Button>
            )}
          </>
        )
      }
    >
      <div className="fh-stack">
        {known && (
          <p>
            <span className="fh-mono">{known}…</span> <LastUsed at={data?.usedAt} />
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
