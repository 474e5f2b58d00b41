/** Finds existing keys: a few are looked up one by one, more of a folder by its listing. */
interface Page {
  readonly files: readonly { readonly key: string }[];
  readonly next: string | undefined;
}

export type ListKeys = (query: {
  prefix: string;
  deep: boolean;
  limit: number;
  next?: string | undefined;
}) => Promise<Page>;

const singlyMax = 12;
const pageSize = 1000;
const atOnce = 6;

export const existingKeys = async (keys: readonly string[], list: ListKeys): Promise<Set<string>> => {
  const existing = new Set<string>();
  const works = [...Map.groupBy(keys, folderOf)].flatMap(([folder, inFolder]) =>
    inFolder.length <= singlyMax
      ? inFolder.map((key) => async () => ((await exists(key, list)) ? void existing.add(key) : undefined))
      : [() => scanListing(folder, new Set(inFolder), list, existing)],
  );
  const queue = works.values();
  const worker = async (): Promise<void> => {
    for (const work of queue) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return existing;
};

/** Returns whether a key exists: it comes first among the keys with that prefix. */
export const exists = async (key: string, list: ListKeys): Promise<boolean> =>
  (await list({ prefix: key, deep: true, limit: 1 })).files[0]?.key === key;

const scanListing = async (
  prefix: string,
  wanted: ReadonlySet<string>,
  list: ListKeys,
  existing: Set<string>,
): Promise<void> => {
  let next: string | undefined;
  do {
    const page = await list({ prefix, deep: false, limit: pageSize, next });
    for (const { key } of page.files) if (wanted.has(key)) existing.add(key);
    ({ next } = page);
  } while (next !== undefined);
};

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf("/") + 1);
