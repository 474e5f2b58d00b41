import { useDataProvider } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Resource } from "../../../../resources/declare/define.ts";
import { href } from "../../../../resources/declare/href.ts";
import { projectSearch } from "../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { findFiles, findFilesMin } from "../../../../resources/storage/find-files.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { listKey, listQuery, type ListState } from "../../framework/data/record-keys.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { type Place, wordsOf } from "../../framework/derive/palette.ts";
import { recordHref } from "../../framework/pages/record-href.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { useCached } from "../../ui/cached/use-cached.ts";
import { declared } from "../registry.ts";

interface Objects {
  readonly objects: readonly Place[];
  readonly searching: boolean;
}

/** Returns the team's records and files that contain the question's longest word; the palette ranks them. */
export const useObjects = (question: string): Objects => {
  const keyword = wordsOf(question).toSorted((a, b) => b.length - a.length)[0] ?? "";
  const sources = [useProjects(keyword), useRecordsByName(keyword), useFiles(keyword)];
  const searching = sources.some((source) => source.searching);
  const found = sources.flatMap(({ objects }) => objects);
  // Until the next results arrive, those of the last question that still match stay: nothing jumps while the user types.
  const [kept, setKept] = useState(found);
  useEffect(() => {
    if (!searching) setKept(found);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [searching, question]);
  if (!searching) return { objects: found, searching };
  const isNew = ({ id }: Place): boolean => found.every((place) => place.id !== id);
  return { objects: [...found, ...kept.filter(isNew)], searching };
};

const useProjects = (keyword: string): Objects => {
  const enabled = useAllows()("list", projects) && keyword !== "";
  const { data, loading } = useCall(projectSearch, { query: { keyword }, enabled });
  const objects = (enabled ? (data?.items ?? []) : []).map(({ id, name, production }) => ({
    ...objectOf(projects, name, href(projects, "show", { projName: name, id })),
    state: { word: production, label: optionLabel(projects.fields.production, production) },
  }));
  return { objects, searching: loading };
};

const freshMs = 30_000;

/** Records of the resources that name a field to find them by. Long lists are searched by the server. */
const useRecordsByName = (keyword: string): Objects => {
  const allows = useAllows();
  const provider = useDataProvider()();
  const client = useQueryClient();
  // What is declared and allowed does not change while the palette is open.
  const [found] = useState(() => declared.resources.filter((one) => one.findBy && allows("list", one)));
  const listOf = ({ name, list }: Resource) => {
    const state: ListState = { page: 1, size: list?.size ?? pageSizeDefault, filters: list?.search ? { keyword } : {} };
    const queryFn = () => provider.getList({ resource: name, ...listQuery(state) });
    return client.fetchQuery({ queryKey: listKey(name, state), queryFn, staleTime: freshMs, retry: false });
  };
  const { data, loading } = useCached({
    queryKey: ["palette", keyword],
    queryFn: () => Promise.allSettled(found.map(listOf)),
    enabled: keyword !== "",
  });
  const objects = (keyword === "" ? [] : (data ?? [])).flatMap((list, at) =>
    list.status === "fulfilled" ? list.value.data.flatMap((row) => recordPlace(found[at]!, row)) : [],
  );
  return { objects, searching: loading };
};

/** A record without a screen opens the list, searched for its name where the list has a search. */
const recordPlace = (resource: Resource, row: Readonly<Record<string, unknown>>): Place[] => {
  const name = row[resource.findBy!];
  if (typeof name !== "string" || name === "") return [];
  if (resource.name === bucketsName) return [filePlace(name, "", name)];
  const own = recordHref(resource, "show", row);
  if (own) return [objectOf(resource, name, own)];
  const found = resource.list?.search ? `?${new URLSearchParams({ keyword: name }).toString()}` : "";
  return [{ ...objectOf(resource, name, `${resource.routes.list ?? ""}${found}`), id: `${resource.name} ${name}` }];
};

/** The name only: the declaration is loaded with its screens. */
const bucketsName = "buckets";

const useFiles = (keyword: string): Objects => {
  const enabled = useAllows()("list", bucketsName) && keyword.length >= findFilesMin;
  const { data, loading } = useCall(findFiles, { query: { keyword }, enabled, silent: true, retries: 0 });
  const objects = (enabled ? (data?.list ?? []) : []).map(({ bucket, key }) => {
    const nameAt = key.lastIndexOf("/") + 1;
    return { ...filePlace(bucket, key, key.slice(nameAt)), group: `${bucket}/${key.slice(0, nameAt)}`, icon: "file" };
  });
  return { objects, searching: loading };
};

/** The path is composed by the storage screens' code, when it is opened. */
const filePlace = (bucket: string, key: string, label: string): Place => ({
  id: `file ${bucket}/${key}`,
  kind: "object",
  file: { bucket, key },
  label,
  group: "Buckets",
  icon: "bucket",
  resource: bucketsName,
});

const objectOf = (
  { name, title, menu }: Pick<Resource, "name" | "title" | "menu">,
  label: string,
  to: string,
): Place => ({
  id: to,
  kind: "object",
  to,
  label,
  group: title,
  icon: menu?.icon ?? "cube",
  resource: name,
});
