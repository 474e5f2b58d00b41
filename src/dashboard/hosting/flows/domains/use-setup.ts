import { useUrlQuery } from "../../../framework/data/use-url-query.ts";

const parameter = "domain";

/** The domains whose records are shown. Kept in the URL, so that the link can be shared with the DNS administrator. */
export const useSetup = () => {
  const { query, change, hrefOf } = useUrlQuery();
  const show = (value: string): void => change({ [parameter]: value }, { preventScrollReset: true });
  return {
    ids: query.get(parameter)?.split(",").filter(Boolean).slice(0, 2) ?? [],
    hrefOf: (id: string) => hrefOf({ [parameter]: id }),
    show: (ids: readonly string[]) => show(ids.join(",")),
    close: () => show(""),
  };
};
