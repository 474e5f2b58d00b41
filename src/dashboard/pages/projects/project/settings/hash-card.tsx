import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { fieldMessage } from "../../../../framework/data/field-messages.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Form } from "../../../../ui/form.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import type { Project } from "../live-card.tsx";

/** The hash that the project shows; another one is deployed as soon as it is stored. */
export const HashCard = ({ project: { id, name, ipfsPath = "" } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const [path, setPath] = useState(ipfsPath);
  const [refused, setRefused] = useState("");
  const { act, acting } = useAct(editSource, {
    onDone: ({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId })),
    onError: (error) => {
      const message = fieldMessage(error, "ipfsPath");
      setRefused(message ?? "");
      return message !== undefined;
    },
  });
  const { label, schema } = projects.fields.ipfsPath;
  const problem = path === ipfsPath ? "" : (schema.safeParse(path.trim()).error?.issues[0]?.message ?? refused);
  return (
    <Card title="Source" text="Another hash is deployed at once; the live site stays until it is complete.">
      <Form onSubmit={() => void act({ params: { id }, body: { ipfsPath: path.trim() } })}>
        <TextField
          label={label}
          value={path}
          code
          disabled={acting}
          error={problem}
          onChange={(typed) => {
            setPath(typed);
            setRefused("");
          }}
        />
        <div className="fh-form-actions">
          <Button
            type="submit"
            kind="primary"
            icon="rocket"
            busy={acting}
            disabled={path === ipfsPath || problem !== ""}
          >
            Deploy this hash
          </Button>
        </div>
      </Form>
    </Card>
  );
};
