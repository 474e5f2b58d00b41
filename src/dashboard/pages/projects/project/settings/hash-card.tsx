import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { fieldMessage } from "../../../../framework/data/field-messages.ts";
import { isNamePath } from "../../../../flows/deploy/values.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Form } from "../../../../ui/form.tsx";
import { Switch, TextField } from "../../../../ui/text-field.tsx";
import type { Project } from "../live-card.tsx";

/** The project's hash or IPNS name. Saving deploys the new content. */
export const HashCard = ({ project: { id, name, ipfsPath = "", ipnsAuto = true } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const [path, setPath] = useState(ipfsPath);
  const [isFollowed, setFollowed] = useState(ipnsAuto);
  const [refused, setRefused] = useState("");
  const { act, acting } = useAct(editSource, {
    onDone: ({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId })),
    onError: (error) => {
      const message = fieldMessage(error, "ipfsPath");
      setRefused(message ?? "");
      return message !== undefined;
    },
  });
  const isSame = path === ipfsPath && (!isNamePath(path) || isFollowed === ipnsAuto);
  const { label, schema } = projects.fields.ipfsPath;
  const problem = path === ipfsPath ? "" : (schema.safeParse(path.trim()).error?.issues[0]?.message ?? refused);
  return (
    <Card
      title="Source"
      text="Saving deploys the new content. The live site is unchanged until the deployment completes."
    >
      <Form
        onSubmit={() =>
          void act({
            params: { id },
            body: { ipfsPath: path.trim(), ...(isNamePath(path) && { ipnsAuto: isFollowed }) },
          })
        }
      >
        <TextField
          label={label}
          value={path}
          code
          disabled={acting}
          error={problem}
          onChange={(input) => {
            setPath(input);
            setRefused("");
          }}
        />
        {isNamePath(path) && (
          <Switch
            label={projects.fields.ipnsAuto.label}
            hint={projects.fields.ipnsAuto.hint}
            checked={isFollowed}
            disabled={acting}
            onChange={setFollowed}
          />
        )}
        <div className="fh-form-actions">
          <Button type="submit" kind="primary" icon="rocket" busy={acting} disabled={isSame || problem !== ""}>
            {isNamePath(path) ? "Deploy name" : "Deploy hash"}
          </Button>
        </div>
      </Form>
    </Card>
  );
};
