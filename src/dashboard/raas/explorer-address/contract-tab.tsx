import { lazy, Suspense } from "react";
import {
  type PublicRollup,
  rollupSource,
  setRollupAbi,
  verifyRollupContract,
} from "../../../../resources/raas/public-calls.ts";
import { ownRollupId } from "../flows/explorer/own-rollup.ts";
import type { GivenAbiView } from "../flows/explorer/use-given-abi.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../framework/forms/form.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useCached } from "../../ui/cached/use-cached.ts";
import styles from "../explorer/explorer.module.css";
import own from "./address.module.css";

/** Loaded separately, because it includes the ABI decoder. */
const ReadFunctions = lazy(() => import("./read-functions.tsx").then((module) => ({ default: module.ReadFunctions })));

interface ContractTabProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly code: string;
  readonly given: GivenAbiView;
}

/** A contract's functions to read, its ABI and its code. */
export const ContractTab = ({ rollup, address, code, given }: ContractTabProps) => {
  const signedIn = useSignedIn();
  const abi = given.abi?.abi ?? undefined;
  return (
    <div className="fh-stack">
      <Card
        title="Read"
        text={
          abi === undefined
            ? "No ABI available. Common functions may still work."
            : "Reads the contract at the latest block. No wallet or transaction needed."
        }
      >
        {given.abi && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <ReadFunctions key={abi ?? ""} rollup={rollup} address={address} code={code} abi={abi} />
          </Suspense>
        )}
      </Card>
      {signedIn && given.abi && <OwnForms rollup={rollup} address={address} given={given} />}
      {given.abi?.match && <Sources key={given.abi.match} rollup={rollup} address={address} />}
      {abi !== undefined && (
        <Card title="ABI">
          <div className={styles.code}>
            <CodeBlock label="ABI" code={abi} />
          </div>
        </Card>
      )}
      <Card title="Code">
        <div className={styles.code}>
          <CodeBlock label="code" code={code} />
        </div>
      </Card>
    </div>
  );
};

/** A verified contract's files and the settings with which they were compiled. */
const Sources = ({ rollup, address }: Pick<ContractTabProps, "rollup" | "address">) => {
  const { data } = useCall(rollupSource, { params: { chainId: rollup.chainId, address } });
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <Card
        title="Source"
        text={`${matchText(data.match)} Compiled by Solidity ${data.compiler} from ${data.contract}.`}
      >
        <ul className={own.functions}>
          {data.files.map(({ path, content }) => (
            <li key={path}>
              <details open={data.contract.startsWith(`${path}:`)}>
                <summary className="fh-mono">{path}</summary>
                <div className={styles.code}>
                  <CodeBlock label={path} code={content} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Compiler settings">
        <div className={styles.code}>
          <CodeBlock label="compiler settings" code={JSON.stringify(JSON.parse(data.settings), undefined, 2)} />
        </div>
      </Card>
    </>
  );
};

const matchText = (match: "exact" | "partial"): string =>
  match === "exact"
    ? "Verified: the code and the hash of these sources match."
    : "Verified in part: the code matches, the hash of the sources differs, such as by comments or paths.";

interface OwnFormsProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly given: GivenAbiView;
}

/** Forms to verify a contract, or to give its name and ABI only. Only members of the rollup's team see them. */
const OwnForms = ({ rollup, address, given }: OwnFormsProps) => {
  // Users without access to rollups can't add ABIs.
  const { data: id } = useCached({
    queryKey: ["own-rollup", rollup.chainId],
    queryFn: async () => (await ownRollupId(rollup.chainId)) ?? null,
  });
  if (!id || address === rollup.bridgeAddress?.toLowerCase()) return null;
  const { name, abi, match } = given.abi ?? {};
  const params = { id, address };
  return (
    <>
      {match !== "exact" && (
        <FormCard
          title="Verify contract"
          text="Compiles your sources and compares the result with the contract's code. The sources become public."
          form={callForm(verifyRollupContract, { params })}
          submit="Verify"
          done="Contract verified"
          onSaved={given.changed}
        />
      )}
      {!match && (
        <FormCard
          title={abi ? "Change name and ABI" : "Add ABI"}
          text="Only your team sees this form. The name and ABI are public and used to decode the contract's transactions."
          form={callForm(setRollupAbi, { params })}
          initial={{ name: name ?? "", abi: abi ?? "" }}
          done="ABI saved. The explorer decodes this contract."
          onSaved={given.changed}
        />
      )}
    </>
  );
};
