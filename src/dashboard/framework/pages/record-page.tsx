/** What record pages with tabs have in common: their frame, and the cards of their settings. */
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { nounOf, type ActionsOf, type Resource, type Row } from "../../../../resources/declare/define.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { DangerCard } from "../../ui/panels/danger-card.tsx";
import { iconNamed } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { callForm, FormCard, type FormCall, type FormParts, type FormSource } from "../forms/form.tsx";
import { useAllows } from "../use-allows.ts";
import { HistoryButton } from "./history.tsx";
import { listOf, RecordError } from "./record-error.tsx";
import { paramsFrom, useRecordActions } from "./use-record-actions.ts";

type Values = Readonly<Record<string, unknown>>;
type Header = Parameters<typeof PageHeader>[0];
type TabsProps = Parameters<typeof Tabs>[0];

interface RecordPageProps extends Header, Omit<TabsProps, "label" | "tabs"> {
  readonly resource: Resource;
  /** "Key": what is not found. */
  readonly what: string;
  /** Of the tabs. Default: `what`. */
  readonly label?: string;
  /** Undefined while loading. */
  readonly tabs: TabsProps["tabs"] | undefined;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** A record's page: title, actions and tabs; or why it can't be shown. */
export const RecordPage = ({ resource, what, label = what, tabs, error, onRetry, ...props }: RecordPageProps) => {
  const { title, text, beside, actions, ...layout } = props;
  if (error && !tabs) return <RecordError what={what} list={listOf(resource)} error={error} onRetry={onRetry} />;
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        beside={beside}
        actions={
          <>
            <HistoryButton resource={resource} />
            {actions}
          </>
        }
      />
      {tabs ? (
        <Tabs label={label} tabs={tabs} {...layout} />
      ) : (
        <Card>
          <Skeleton lines={7} />
        </Card>
      )}
    </>
  );
};

interface ActionCardProps<R extends Resource> extends Omit<FormParts<Record<string, unknown>, Values>, "head"> {
  readonly resource: R;
  readonly name: keyof ActionsOf<R> & string;
  readonly record: Partial<Row<R>>;
  /** Default: the action's label. */
  readonly title?: string;
  /** Default: the action's intro. */
  readonly text?: ReactNode;
  readonly onActed?: () => void;
  readonly children?: ReactNode;
}

/** A card of an action: its form with the record's values, or its button. */
export const ActionCard = <R extends Resource>(props: ActionCardProps<R>) => {
  const { resource, name, record: row, title, text, onActed, children, ...parts } = props;
  const record = row as Values;
  const action = (resource as Resource).actions![name]!;
  const isAllowed = useAllows()(action.can, resource);
  const actions = useRecordActions(resource, { ...(onActed && { onActed }) });
  const face = { title: title ?? action.label, text: text ?? action.intro };
  if (action.body) {
    const spec = callsOf(resource).find(({ call }) => call === action.call) as FormCall;
    const form = callForm(spec, { params: paramsFrom(spec, record) }) as FormSource<Record<string, unknown>, Values>;
    return <FormCard {...face} form={form} initial={record} refreshes={[resource]} readOnly={!isAllowed} {...parts} />;
  }
  const entry = actions(record).find(({ label }) => label === action.label);
  if (!entry) return null;
  const button = (
    <Button {...(action.icon && { icon: iconNamed(action.icon) })} onClick={() => entry.onSelect?.()}>
      {action.label}
    </Button>
  );
  return (
    <Card {...face} actions={button}>
      {children}
    </Card>
  );
};

interface DangerZoneProps<R extends Resource> {
  readonly resource: R;
  readonly record: Partial<Row<R>>;
  /** Default: the declared confirmation. */
  readonly text?: string;
  /** Default: "Delete key", by what one record is called. */
  readonly label?: string;
  /** Where to go after the deletion. Default: the list. */
  readonly back?: string;
}

/** Deletes a record, for users who may, and returns to the list. */
export const DangerZone = <R extends Resource>(props: DangerZoneProps<R>) => {
  const resource: Resource = props.resource;
  const { record, text = resource.remove?.confirm ?? "", label, back = resource.routes.list ?? "/" } = props;
  const navigate = useNavigate();
  const actions = useRecordActions(resource, { onDeleted: () => void navigate(back, { replace: true }) });
  const remove = actions(record as Values).find(({ icon }) => icon === "trash");
  if (!remove) return null;
  return (
    <DangerCard text={text}>
      <Button kind="danger" icon="trash" onClick={() => remove.onSelect?.()}>
        {label ?? `Delete ${nounOf(resource)}`}
      </Button>
    </DangerCard>
  );
};
