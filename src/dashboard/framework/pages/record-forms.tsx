/** Generated forms of a resource: the pages of a new and an edited record, and the dialog of a new one. */
import { AbilityProvider } from "@casl/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { Ability } from "../../../../resources/declare/abilities.ts";
import { formOf, type Action, type Cost, type Resource } from "../../../../resources/declare/define.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { queryClient } from "../../ui/cached/query-cache.ts";
import { RateNote } from "../cost/cost-note.tsx";
import type { PathParams } from "../data/record-keys.ts";
import { createTitle, doneText, routeTitle } from "../derive/titles.ts";
import { callForm, FormDialog, FormSteps, recordForm, type FormCall, type FormSource } from "../forms/form.tsx";
import { idParameter } from "./id-parameter.ts";
import { holdAll, paramsFrom, type RecordFormParts } from "./use-record-actions.ts";

type Values = Record<string, unknown>;
export const CreatePage = ({ resource }: { readonly resource: Resource }) => {
  const back = useBack(resource);
  return (
    <>
      <PageHeader title={createTitle(resource)} />
      <FormSteps
        {...declaredParts(resource, "create")}
        form={recordForm(resource, "create")}
        isPage
        onCancel={back}
        onSaved={back}
      />
    </>
  );
};

export const EditPage = ({ resource }: { readonly resource: Resource }) => {
  const params = useParams();
  const back = useBack(resource);
  const handle = { kind: "resource", resource: resource.name, verb: "edit" } as const;
  return (
    <>
      <PageHeader title={routeTitle({ resources: [resource], pages: [] }, handle, params)} />
      <FormSteps
        {...declaredParts(resource, "edit")}
        form={recordForm(resource, "edit", { id: params[idParameter(resource.calls.edit)] ?? "" })}
        isPage
        onCancel={back}
        onSaved={back}
      />
    </>
  );
};

interface CreateDialogProps {
  readonly resource: Resource;
  readonly params?: PathParams | undefined;
  readonly parts?: RecordFormParts | undefined;
  readonly onClose: () => void;
}

export const CreateDialog = ({ resource, params, parts, onClose }: CreateDialogProps) => (
  <FormDialog
    title={createTitle(resource)}
    {...declaredParts(resource, "create")}
    form={recordForm(resource, "create", { params })}
    {...parts}
    onClose={onClose}
  />
);

interface ActionForm {
  readonly resource: Resource;
  readonly action: Action;
  readonly spec: FormCall;
  readonly params?: PathParams | undefined;
  readonly row: Values;
  readonly title: string;
  readonly parts: RecordFormParts | undefined;
  readonly onSaved: (reply: unknown) => void;
}

/** Opens the form of an action with a body, filled with the record's values. Dialogs are drawn outside of the page, so it brings what surrounds it. */
export const openActionForm = (ability: Ability, form: ActionForm): Promise<void> => {
  const { resource, action, spec, row, params, title, parts, onSaved } = form;
  return dialogs.show<void>({
    title,
    width: 600,
    content: (close) => (
      <QueryClientProvider client={queryClient}>
        <AbilityProvider value={ability}>
          <FormSteps<Values, Values>
            form={callForm(spec, { params: paramsFrom(spec, row, params) }) as FormSource<Values, Values>}
            initial={row}
            submit={action.label}
            head={action.intro && <p>{action.intro}</p>}
            done={action.done}
            {...noteOf(action.cost)}
            refreshes={[resource]}
            {...(action.reveal && { reveal: { title: action.label, key: action.reveal } })}
            {...parts}
            onCancel={() => close()}
            onSaved={(reply) => {
              close();
              onSaved(reply);
            }}
          />
        </AbilityProvider>
      </QueryClientProvider>
    ),
  });
};

const useBack = (resource: Resource): (() => void) => {
  const navigate = useNavigate();
  return () => void navigate(resource.routes.list ?? "..", { replace: true });
};

/** The price of a form. */
const noteOf = (cost: Cost | undefined): Pick<RecordFormParts, "note"> => {
  if (!cost) return {};
  const { when, ...price } = cost;
  return { note: (values) => holdAll(when, values) && <RateNote {...price} /> };
};

const declaredParts = (resource: Resource, verb: "create" | "edit") => {
  const { text, reveal, cost } = formOf(resource, verb);
  return {
    submit: verb === "edit" ? "Save" : createTitle(resource),
    ...(text !== undefined && { head: <p className="fh-muted">{text}</p> }),
    ...noteOf(cost),
    ...(reveal === undefined
      ? { done: verb === "edit" ? "Saved" : doneText(resource, "created") }
      : { reveal: { title: createTitle(resource), key: reveal } }),
  };
};
