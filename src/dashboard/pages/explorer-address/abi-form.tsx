import { useEffect, useState } from "react";
import { giveAbi, ownRollupId } from "../../flows/explorer/own-rollup.ts";
import type { GivenAbiView } from "../../flows/explorer/use-given-abi.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";

interface AbiFormProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly given: GivenAbiView;
}

/** Form for a contract's name and ABI. Only members of the rollup's team see it. */
export const AbiForm = ({ rollup, address, given }: AbiFormProps) => {
  const id = useOwnRollup(rollup.chainId);
  const [name, setName] = useState(given.abi?.name ?? "");
  const [abi, setAbi] = useState(given.abi?.abi ?? "");
  const [refusal, setRefusal] = useState<Error>();
  const [busy, setBusy] = useState(false);
  if (id === undefined || address === rollup.bridgeAddress?.toLowerCase()) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await giveAbi(id, address, { name, abi });
      setRefusal(undefined);
      toast("ABI saved. The explorer decodes this contract.");
      given.changed();
    } catch (error) {
      setRefusal(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const beside = refusal ? fieldMessages(refusal) : {};
  return (
    <Card
      title={given.abi?.abi ? "Change name and ABI" : "Add ABI"}
      text="Only your team sees this form. The name and ABI are public and used to decode the contract's transactions."
    >
      <Form onSubmit={() => void save()}>
        <TextField label="Name" value={name} onChange={setName} maxLength={60} error={beside["name"]} />
        <TextArea
          label="ABI (JSON)"
          code
          rows={6}
          value={abi}
          onChange={setAbi}
          hint="JSON array from your compiler, such as abi in a Foundry or Hardhat artifact."
          error={beside["abi"]}
        />
        {refusal && Object.keys(beside).length === 0 && <p role="alert">{refusal.message}</p>}
        <div className="fh-row">
          <Button type="submit" kind="primary" busy={busy}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
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
