import type { ReactNode } from "react";
import { isFull, type Resource } from "../../../../resources/declare/define.ts";
import { Card } from "../../ui/panels/card.tsx";
import { useRecords } from "../data/use-records.ts";
import { CreateButton } from "./create-button.tsx";
import { limitText } from "./limit-text.ts";
import { PageDialogs } from "./page-dialogs.tsx";
import type { RecordFormParts } from "./use-record-actions.ts";
import { RecordList, type RecordListProps } from "./record-list.tsx";

interface ListCardProps<R extends Resource> extends Omit<RecordListProps<R>, "isLocal"> {
  /** Default: the declaration's intro. */
  readonly intro?: ReactNode;
  /** Buttons beside the title, in place of the create button. */
  readonly create?: ReactNode;
  readonly form?: RecordFormParts;
}

/** The records that belong to the record of a page, in a card of that page: intro, create button, table and pages. */
export const ListCard = <R extends Resource>({ intro, create, form, ...list }: ListCardProps<R>) => {
  const resource: Resource = list.resource;
  const { limit, limitPer } = resource.list ?? {};
  const isLimited = limit !== undefined && (!limitPer || limitPer in (list.only ?? {}));
  const { rows, total } = useRecords<R>(list.resource, {
    enabled: isLimited,
    ...(list.params && { params: list.params }),
    ...(list.only && { filters: list.only }),
    ...(list.size && { size: list.size }),
  });
  const button = (
    <CreateButton
      resource={resource}
      params={list.params}
      isFull={isLimited && isFull(resource, total)}
      parts={form}
      kind="secondary"
    />
  );
  return (
    <PageDialogs>
      <Card
        title={resource.title}
        text={
          rows && isLimited ? (
            <>
              {intro ?? resource.intro}
              {limitText(resource, total)}
            </>
          ) : (
            (intro ?? resource.intro)
          )
        }
        actions={create ?? button}
        flush
      >
        <RecordList {...list} isLocal />
      </Card>
    </PageDialogs>
  );
};
