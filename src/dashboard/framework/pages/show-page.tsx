import { useNavigate, useParams } from "react-router";
import type { Resource } from "../../../../resources/declare/define.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { listOf, RecordError } from "./record-error.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { useRecord } from "../data/use-record.ts";
import { routeTitle } from "../derive/titles.ts";
import { cell } from "../widgets/cell.tsx";
import { idParameter } from "./id-parameter.ts";
import { RelatedCards } from "./related.tsx";
import { useRecordActions } from "./use-record-actions.ts";

/** Generated page of a record: its fields and actions. */
export const ShowPage = ({ resource }: { resource: Resource }) => {
  const params = useParams();
  const navigate = useNavigate();
  const { record, error, reload } = useRecord(resource, params[idParameter(resource.calls.show)] ?? "");
  const actions = useRecordActions(resource, {
    onDeleted: () => void navigate(resource.routes.list ?? "/", { replace: true }),
  });
  const title = routeTitle(
    { resources: [resource], pages: [] },
    { kind: "resource", resource: resource.name, verb: "show" },
    params,
  );
  if (error && !record)
    return (
      <RecordError
        what={resource.titles?.show?.includes("{") === false ? resource.titles.show : "Record"}
        list={listOf(resource)}
        error={error}
        onRetry={reload}
      />
    );
  const row = record as Readonly<Record<string, unknown>> | undefined;
  return (
    <>
      <PageHeader
        title={title}
        actions={
          row &&
          actions(row).map(({ label, icon, danger, onSelect }) => (
            <Button key={label} icon={icon} kind={danger ? "danger" : "secondary"} onClick={onSelect}>
              {label}
            </Button>
          ))
        }
      />
      <div className="fh-stack">
        <Card>
          {row ? (
            <DescriptionList
              facts={Object.entries(resource.fields)
                .filter(([key]) => row[key] !== undefined)
                .map(([key, field]) => ({ label: field.label, value: cell(field, row[key]) }))}
            />
          ) : (
            <Skeleton lines={6} />
          )}
        </Card>
        {row && <RelatedCards resource={resource} record={row} />}
      </div>
    </>
  );
};
