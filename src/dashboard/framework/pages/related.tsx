/** Lists of records that belong to the record of a page, as the record's resource declares them in `related`. */
import { useEffect, useState } from "react";
import type { Related, Resource } from "../../../../resources/declare/define.ts";
import { wholeResource } from "../data/whole-resource.ts";
import { ListCard } from "./list-card.tsx";
import type { RecordListProps } from "./record-list.tsx";

type Values = Readonly<Record<string, unknown>>;
type Owner = Resource & { readonly related: readonly Related[] };
/** The resource, if the owner declares its list. */
type Declared<P extends Owner, R extends Resource> = R["name"] extends P["related"][number]["resource"] ? R : never;
type RelatedList<R extends Resource> = Pick<RecordListProps<R>, "resource" | "params" | "only" | "without">;

/** Returns the properties of a list of the records that belong to `record`: `<ListCard {...relatedTo(projects, project, previews)} />`. */
export const relatedTo = <P extends Owner, R extends Resource>(
  owner: P,
  record: object,
  resource: Declared<P, R>,
): RelatedList<R> => ({
  resource: resource as R,
  ...narrowed(
    owner,
    record,
    resource,
    owner.related.find((related) => related.resource === resource.name)!,
  ),
});

const narrowed = (owner: Resource, record: object, { calls }: Resource, { by, without }: Related) => {
  const value = String((record as Values)[owner.key ?? "id"]);
  return {
    ...(calls.list?.includes(`{${by}}`) ? { params: { [by]: value } } : { only: { [by]: value } }),
    ...(without && { without }),
  };
};

interface RelatedCardsProps {
  readonly resource: Resource;
  readonly record: Values;
}

/** A card for each list that a resource declares for its records. */
export const RelatedCards = ({ resource, record }: RelatedCardsProps) =>
  (resource.related ?? []).map((related) => (
    <RelatedCard key={related.resource} resource={resource} record={record} related={related} />
  ));

const RelatedCard = ({ resource, record, related }: RelatedCardsProps & { readonly related: Related }) => {
  const [listed, setListed] = useState<Resource>();
  useEffect(() => {
    void wholeResource(related.resource).then(setListed);
  }, [related.resource]);
  return listed && <ListCard resource={listed} {...narrowed(resource, record, listed, related)} />;
};
