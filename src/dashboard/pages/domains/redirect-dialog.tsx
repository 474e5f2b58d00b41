import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toDomain } from "../../../../resources/hosting/domain-names.ts";
import { redirectDomain } from "../../../../resources/hosting/domain-calls.ts";
import { domains } from "../../../../resources/hosting/domains.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Domain } from "./domain-list.tsx";
import { fieldProblems } from "./field-problems.ts";

interface RedirectDialogProps {
  readonly domain: Domain;
  readonly onClose: () => void;
}

const codes = [
  { value: "302", label: "Temporary (302)" },
  { value: "301", label: "Permanent (301)" },
] as const;

/** Sets or removes the redirect of a domain. */
export const RedirectDialog = ({ domain, onClose }: RedirectDialogProps) => {
  const formId = useId();
  const client = useQueryClient();
  const [target, setTarget] = useState(domain.redirect?.redirectTo ?? "");
  const [code, setCode] = useState<"301" | "302">(domain.redirect?.code === 301 ? "301" : "302");
  const [problem, setProblem] = useState<string>();
  const { act, acting } = useAct(redirectDomain, {
    done: "Redirect saved",
    onDone: () => {
      void client.invalidateQueries({ queryKey: resourceKey(domains.name) });
      onClose();
    },
    onError: (error) => {
      const message = fieldProblems(error, "redirectTo")["redirectTo"];
      setProblem(message);
      return message !== undefined;
    },
  });
  const save = (redirectTo: string) =>
    act({ params: { domainId: domain.domainId }, body: { redirectTo, code: code === "301" ? 301 : 302 } });
  const submit = () => {
    if (toDomain(target) === undefined) return setProblem("Enter a hostname, for example www.shop.example.");
    void save(target.trim());
  };

  return (
    <Dialog
      title={`Redirect ${domain.unicode ?? domain.domain}`}
      onClose={onClose}
      footer={
        <>
          {domain.redirect && (
            <Button kind="plain" disabled={acting} onClick={() => void save("")}>
              Remove redirect
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={acting}>
            Save
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <TextField
          label="Redirect to"
          code
          placeholder="www.shop.example"
          hint="Any hostname. Path and query are kept."
          value={target}
          error={problem}
          onChange={(value) => {
            setTarget(value);
            setProblem(undefined);
          }}
        />
        <div>
          <Segmented label="Redirect type" options={codes} value={code} onChange={setCode} />
        </div>
        <p>
          {code === "301"
            ? "Browsers and search engines cache a permanent redirect for a long time."
            : "A temporary redirect is checked on every visit, so you can change it at any time."}
        </p>
      </Form>
    </Dialog>
  );
};
