import { useNavigate, useParams } from "react-router";
import { formOf, nounOf, type Resource, type Verb } from "../../../../resources/define.ts";
import { textOf } from "../../lib/text-of.ts";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { toast } from "../../ui/toast.ts";
import { doneText, routeTitle } from "../derive/titles.ts";
import { AntdRoot } from "../forms/antd-root.tsx";
import { RecordForm } from "../forms/record-form.tsx";
import { reveal } from "../forms/reveal.tsx";
import { idParameter } from "./id-parameter.ts";

/** The page of a new record. */
export const CreatePage = ({ resource }: { resource: Resource }) => <FormPage resource={resource} verb="create" />;

/** The page on which a record is edited. */
export const EditPage = ({ resource }: { resource: Resource }) => <FormPage resource={resource} verb="edit" />;

const FormPage = ({ resource, verb }: { resource: Resource; verb: "create" | "edit" }) => {
  const params = useParams();
  const navigate = useNavigate();
  const title = titleOf(resource, verb, params);
  const back = () => void navigate(resource.routes.list ?? "..", { replace: true });
  return (
    <>
      <PageHeader title={title} />
      <Card className="fh-form-card">
        <AntdRoot>
          <RecordForm
            resource={resource}
            verb={verb}
            {...(verb === "edit" && { id: params[idParameter(resource.calls.edit)]! })}
            submit={verb === "create" ? `Create ${nounOf(resource)}` : "Save"}
            onCancel={back}
            onSaved={(reply) => {
              const { reveal: secret } = formOf(resource, verb);
              if (secret) void reveal(title, textOf(reply[secret]));
              else toast(verb === "create" ? doneText(resource, "created") : "Saved");
              back();
            }}
          />
        </AntdRoot>
      </Card>
    </>
  );
};

const titleOf = (resource: Resource, verb: Verb, params: Readonly<Record<string, string | undefined>>): string =>
  routeTitle({ resources: [resource], pages: [] }, { kind: "resource", resource: resource.name, verb }, params);
