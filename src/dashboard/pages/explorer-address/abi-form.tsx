import { useEffect, useState } from "react";
import { setRollupAbi, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { ownRollupId } from "../../flows/explorer/own-rollup.ts";
import type { GivenAbiView } from "../../flows/explorer/use-given-abi.ts";
import { callForm, FormCard } from "../../framework/forms/form.tsx";

interface AbiFormProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly given: GivenAbiView;
}

/** Form for a contract's name and ABI. Only members of the rollup's team see it. */
export const AbiForm = ({ rollup, address, given }: AbiFormProps) => {
  const id = useOwnRollup(rollup.chainId);
  if (id === undefined || address === rollup.bridgeAddress?.toLowerCase()) return null;
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

const useOwnRollup = (chainId: string): string | undefined => {
  const [id, setId] = useState<string>();
  useEffect(() => {
    let cancelled = false;
    ownRollupId(chainId).then(
      (found) => cancelled || setId(found),
      // Users without access to rollups can't add ABIs.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [chainId]);
  return id;
};
