import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { domainHint, gatewayChoice, toDomain, type DomainChoice } from "../../../../resources/hosting/domain-names.ts";
import { domains } from "../../../../resources/hosting/domains.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { OfProject } from "./add-button.tsx";
import { ChoiceCards } from "./choice-cards.tsx";
import { offersPair, suggestedChoice } from "./choices.ts";
import { fieldProblems } from "./field-problems.ts";
import { ProjectField } from "./project-field.tsx";

interface AddDomainProps {
  readonly project?: OfProject | undefined;
  readonly onClose: () => void;
  readonly onAdded: (ids: readonly string[]) => void;
}

const create = callOf(domains, "create");

/** Form for a domain, its project and its www variant. */
export const AddDomain = ({ project, onClose, onAdded }: AddDomainProps) => {
  const formId = useId();
  const client = useQueryClient();
  const [projectId, setProjectId] = useState(project?.id ?? "");
  const [input, setInput] = useState("");
  const [picked, setPicked] = useState<DomainChoice>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft(
    `domains/create/${project?.id ?? ""}`,
    input === "" ? undefined : { input, projectId },
    (saved) => {
      setInput(saved.input);
      setProjectId(saved.projectId);
    },
  );
  const name = toDomain(input);
  const isPunycode = name?.includes("xn--") === true && !input.toLowerCase().includes("xn--");
  const isGateway = project?.kind === "gateway";
  const choice = offersPair(input) ? (picked ?? suggestedChoice(input)) : 2;
  const { act, acting } = useAct(create, {
    onDone: (reply) => {
      draft.forget();
      void client.invalidateQueries({ queryKey: resourceKey(domains.name) });
      onAdded((reply as { domainIds: string[] }).domainIds);
    },
    onError: (error) => {
      const found = fieldProblems(error, "domain");
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });

  const startOver = () => {
    draft.forget();
    setInput("");
  };
  const submit = () => {
    const found = {
      ...(projectId === "" && { projectId: "Select a project." }),
      ...(name === undefined && {
        domain: input.trim() === "" ? "Enter a domain." : `Invalid domain. ${domainHint}`,
      }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) {
      const createType = isGateway ? gatewayChoice : choice;
      void act({ body: { domain: input.trim(), projectId, createType } });
    }
  };

  return (
    <Dialog
      title={project ? `Add domain to ${project.name}` : "Add domain"}
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              draft.forget();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={formId} busy={acting}>
            Add domain
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <TextField
          label="Domain"
          code
          placeholder="shop.example"
          hint={domainHint}
          value={input}
          error={problems["domain"]}
          onChange={(value) => {
            setInput(value);
            setProblems({});
          }}
        />
        {!project && <ProjectField value={projectId} onChange={setProjectId} error={problems["projectId"]} />}
        {offersPair(input) && !isGateway && <ChoiceCards input={input} value={choice} onChange={setPicked} />}
        {isPunycode && (
          <p>
            DNS name: <span className="fh-mono">{name}</span>
          </p>
        )}
      </Form>
    </Dialog>
  );
};
