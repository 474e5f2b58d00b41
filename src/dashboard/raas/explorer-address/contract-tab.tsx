import { lazy, Suspense } from "react";
import { type PublicRollup, setRollupAbi } from "../../../../resources/raas/public-calls.ts";
import { ownRollupId } from "../flows/explorer/own-rollup.ts";
import type { GivenAbiView } from "../flows/explorer/use-given-abi.ts";
import { useSignedIn } from "../../account/flows/signed-in/use-signed-in.ts";
import { callForm, FormCard } from "../../framework/forms/form.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useCached } from "../../ui/cached/use-cached.ts";
import styles from "../explorer/explorer.module.css";

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
      {signedIn && given.abi && <AbiForm rollup={rollup} address={address} given={given} />}
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

interface AbiFormProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly given: GivenAbiView;
}

/** Form for a contract's name and ABI. Only members of the rollup's team see it. */
const AbiForm = ({ rollup, address, given }: AbiFormProps) => {
  // Users without access to rollups can't add ABIs.
  const { data: id } = useCached({
    queryKey: ["own-rollup", rollup.chainId],
    queryFn: async () => (await ownRollupId(rollup.chainId)) ?? null,
  });
  if (!id || address === rollup.bridgeAddress?.toLowerCase()) return null;
  const { name, abi } = given.abi ?? {};
  return (
    <FormCard
      title={abi ? "Change name and ABI" : "Add ABI"}
      text="Only your team sees this form. The name and ABI are public and used to decode the contract's transactions."
      form={callForm(setRollupAbi, { params: { id, address } })}
      initial={{ name: name ?? "", abi: abi ?? "" }}
      done="ABI saved. The explorer decodes this contract."
      onSaved={given.changed}
    />
  );
};
