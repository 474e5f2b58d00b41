import { useMemo, useState } from "react";
import type { ObjectSort } from "../../../../../resources/storage/bucket-calls.ts";
import { useFolder } from "../../flows/storage/use-folder.ts";
import { useSearch } from "../../flows/storage/use-search.ts";
import type { Folder } from "../../flows/storage/use-rows.ts";
import { useUploaded } from "../../flows/object-upload/uploaded.ts";
import { pagedList } from "../../../lib/paged-list.ts";
import type { Sort } from "../../../ui/table/data-table-types.ts";
import { byName, naturalMax, partsOf, sortEntries } from "./sort-entries.ts";

interface Listing extends Folder {
  readonly keyword: string;
  readonly search: (keyword: string) => void;
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
}

/**
 * Lists a folder with search and sorting. Folders of one page are in natural order, larger ones in the order of S3 pages until the user sorts
 * them. The server runs searches and sorts large folders.
 */
export const useListing = (bucket: string, prefix: string): Listing => {
  const [keyword, setKeyword] = useState("");
  const [sort, setSort] = useState(byName);
  const folder = useFolder(bucket, prefix);
  useUploaded(bucket, prefix, folder.reload);
  const { key, isDescending } = partsOf(sort);
  const isOwnOrder = sort === byName;
  const { entries } = folder;
  const isLarge = folder.hasMore || (entries !== undefined && entries.length > sortedHereMax);
  const isSearch = keyword.trim() !== "" || (!isOwnOrder && isLarge);
  const results = useSearch(
    bucket,
    prefix,
    {
      keyword: keyword.trim(),
      sort: key as ObjectSort,
      order: isDescending ? "desc" : "asc",
      deep: keyword.trim() !== "",
    },
    isSearch,
  );
  const isSortedHere = !isLarge && (!isOwnOrder || (entries !== undefined && entries.length <= naturalMax));
  const sorted = useMemo(
    () => (isSortedHere ? entries && pagedList([sortEntries([...entries], sort)]) : entries),
    [entries, sort, isSortedHere],
  );
  const shown = isSearch ? results : { ...folder, entries: sorted };
  return { ...shown, keyword, search: setKeyword, sort, setSort };
};

/** Above this number of rows, sorting in the browser would block rendering. */
const sortedHereMax = 5000;
