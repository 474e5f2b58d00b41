import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  addNameDomain,
  listNameDomains,
  nameContentPattern,
  nameServiceOf,
  nameServices,
  type NameServiceType,
} from "../../../../../resources/hosting/name-services.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey, useCall } from "../../../framework/data/use-call.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { SelectField, TextField } from "../../../ui/text-field.tsx";
import type { OfProject } from "../add-button.tsx";
import { fieldProblems } from "../field-problems.ts";
import { ProjectField } from "../project-field.tsx";
import { ContentField } from "./content-field.tsx";

interface AddNameProps {
  readonly project?: OfProject | undefined;
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** Form for an on-chain name, its service, project and target. */
export const AddName = ({ project, onClose, onAdded }: AddNameProps) => {
  const formId = useId();
  const client = useQueryClient();
  const { data } = useCall(listNameDomains, { query: project ? { projectId: project.id } : {} });
  const [type, setType] = useState<NameServiceType>("ens");
  const [domain, setDomain] = useState("");
  const [projectId, setProjectId] = useState(project?.id ?? "");
  const [content, setContent] = useState("");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { name, example } = nameServiceOf(type);
  const isConnected = data === undefined || data.connected.includes(type);
  const { act, acting } = useAct(addNameDomain, {
    onDone: ({ id }) => {
      void client.invalidateQueries({ queryKey: callKey(listNameDomains) });
      onAdded(id);
    },
    onError: (error) => {
      const found = fieldProblems(error, "domain");
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const submit = () => {
    const found = {
      ...(domain.trim() === "" && { domain: "Enter a name." }),
      ...(projectId === "" && { projectId: "Select a project." }),
      ...(!nameContentPattern.test(content) && { content: "Select a target." }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) void act({ body: { projectId, domain: domain.trim(), type, content } });
  };
  return (
    <Dialog
      title={project ? `Add name to ${project.name}` : "Add name"}
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={acting} disabled={!isConnected}>
            Add name
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <SelectField
          label="Name service"
          value={type}
          options={nameServices.map((service) => ({
            value: service.type,
            label: `${service.name} (${service.ending})`,
          }))}
          onChange={(value) => setType(value as NameServiceType)}
        />
        {!isConnected && (
          <Banner kind="warning" title={`${name} is unavailable`}>
            Name services need a connection to their public network. Ask your administrator to configure it.
          </Banner>
        )}
        <TextField
          label="Name"
          code
          placeholder={example}
          value={domain}
          error={problems["domain"]}
          onChange={(value) => {
            setDomain(value);
            setProblems({});
          }}
        />
        {!project && (
          <ProjectField
            value={projectId}
            error={problems["projectId"]}
            onChange={(id) => {
              setProjectId(id);
              setContent("");
            }}
          />
        )}
        {projectId !== "" && (
          <ContentField
            key={projectId}
            projectId={projectId}
            value={content}
            error={problems["content"]}
            onChange={setContent}
          />
        )}
      </Form>
    </Dialog>
  );
};
