import { id } from "../../../../../resources/declare/fields.ts";
import { shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import {
  addressOf,
  keyPlaceholder,
  maskedAddressOf,
  transports,
  useRpcChains,
  type RpcChain,
  type Transport,
} from "../chains.ts";
import { ChainMark, chainOptions } from "../chain-mark.tsx";
import styles from "./endpoints.module.css";

interface ConnectProps {
  /** Undefined without a selected key, or without access to it. */
  readonly userKey: string | undefined;
  /** Key selection beside the transport selection. */
  readonly choice?: ReactNode;
}

/** Endpoint URLs of a key, and snippets for clients. */
export const Connect = ({ userKey, choice }: ConnectProps) => {
  const { chains, error, reload } = useRpcChains();
  const [transport, setTransport] = useState<Transport>("HTTP");
  const [isShown, setShown] = useState(false);
  const [client, setClient] = useState<Client>("curl");
  const [chosen, setChosen] = useState("");
  const chain = chains?.find(({ id }) => id === chosen) ?? chains?.[0];
  const options = clients.map((value) => ({ value, label: snippets[transport][value].label }));
  if (error && !chains) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <div className={styles.choices}>
          {choice}
          <Segmented label="Transport" options={transports} value={transport} onChange={setTransport} />
        </div>
        {userKey !== undefined && (
          <Button icon="eye" onClick={() => setShown(!isShown)}>
            {isShown ? "Hide key" : "Show key"}
          </Button>
        )}
      </div>
      <AddressTable chains={chains} transport={transport} userKey={userKey} isShown={isShown} />
      {chains?.some(({ isOwn }) => isOwn) && (
        <p className="fh-muted">Local: a devnet of this server under a public chain's name. Its coins have no value.</p>
      )}
      {chain && (
        <Card
          title="Connect a client"
          text="Any Ethereum JSON-RPC client works."
          actions={<Segmented label="Client" options={options} value={client} onChange={setClient} />}
        >
          <div className="fh-stack">
            <div className={styles.chain}>
              <MenuField label="Chain" value={chain.id} options={chainOptions(chains)} onChange={setChosen} />
            </div>
            <CodeBlock
              label={`${snippets[transport][client].label} example`}
              code={snippets[transport][client].code(addressOf(chain, transport, userKey ?? keyPlaceholder))}
              {...(userKey !== undefined &&
                !isShown && { shown: snippets[transport][client].code(maskedAddressOf(chain, transport)) })}
            />
            <p className="fh-muted">
              Batches, subscriptions, tokens and errors: <Link to={pageHref(docs, { name: "rpc" })}>RPC</Link>.
            </p>
          </div>
        </Card>
      )}
    </div>
  );
};

interface AddressTableProps {
  readonly chains: readonly RpcChain[] | undefined;
  readonly transport: Transport;
  /** Undefined without a selected key, or without access to it. */
  readonly userKey: string | undefined;
  /** Shows the key instead of masking it. */
  readonly isShown: boolean;
}

/** Chains with the key's endpoint URLs. */
const AddressTable = ({ chains, ...view }: AddressTableProps) => (
  <RowTable list={endpoints} rows={chains} cells={cellsFor(view)} />
);

const endpoints = defineRows({
  label: "Endpoints",
  fields: { id: id(), name: shown("Chain"), chainId: shown("Chain ID"), http: shown("URL") },
  key: "id",
  columns: { name: { width: "28%" }, chainId: { width: "110px" }, http: {} },
  sort: ["name", "chainId"],
  loading: 5,
  empty: { icon: "exchange", title: "No chains", text: "No chains are configured. Ask your administrator." },
});

const cellsFor = ({
  transport,
  userKey = keyPlaceholder,
  isShown,
}: Omit<AddressTableProps, "chains">): RowCells<RpcChain> => ({
  name: ({ id: chain, name, isOwn }) => (
    <span className="fh-row">
      <ChainMark id={chain} />
      {name} {isOwn && <span className="fh-pill">Local</span>}
    </span>
  ),
  http: (chain) => {
    const text = addressOf(chain, transport, userKey);
    const isHidden = !isShown && userKey !== keyPlaceholder;
    return <CopyText text={text} shown={isHidden ? maskedAddressOf(chain, transport) : text} label="URL" />;
  },
});

// Example code by client. tests/e2e/rpc/rpc-endpoints.test.ts runs it unchanged.

const clients = ["curl", "ethers", "viem"] as const;
type Client = (typeof clients)[number];

interface Snippet {
  /** Name of the client. */
  readonly label: string;
  readonly code: (address: string) => string;
}

const call = (method: string, params: readonly string[] = []): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const snippets: Readonly<Record<Transport, Readonly<Record<Client, Snippet>>>> = {
  HTTP: {
    curl: {
      label: "curl",
      code: (address) =>
        [
          `curl -X POST '${address}' \\`,
          "  -H 'content-type: application/json' \\",
          `  -d '${call("eth_blockNumber")}'`,
        ].join("\n"),
    },
    ethers: {
      label: "ethers",
      code: (address) =>
        [
          'import { JsonRpcProvider } from "ethers";',
          "",
          `const provider = new JsonRpcProvider("${address}");`,
          "console.log(await provider.getBlockNumber());",
        ].join("\n"),
    },
    viem: {
      label: "viem",
      code: (address) =>
        [
          'import { createPublicClient, http } from "viem";',
          "",
          `const client = createPublicClient({ transport: http("${address}") });`,
          "console.log(await client.getBlockNumber());",
        ].join("\n"),
    },
  },
  WEBSOCKET: {
    curl: {
      label: "wscat",
      code: (address) => `npx wscat -c '${address}' \\\n  -w 600 -x '${call("eth_subscribe", ["newHeads"])}'`,
    },
    ethers: {
      label: "ethers",
      code: (address) =>
        [
          'import { WebSocketProvider } from "ethers";',
          "",
          `const provider = new WebSocketProvider("${address}");`,
          'provider.on("block", (number) => console.log(number));',
        ].join("\n"),
    },
    viem: {
      label: "viem",
      code: (address) =>
        [
          'import { createPublicClient, webSocket } from "viem";',
          "",
          `const client = createPublicClient({ transport: webSocket("${address}") });`,
          "client.watchBlockNumber({ onBlockNumber: (number) => console.log(number) });",
        ].join("\n"),
    },
  },
};
