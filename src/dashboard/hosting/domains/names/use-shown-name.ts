import { useUrlQuery } from "../../../framework/data/use-url-query.ts";

const parameter = "name";

/** Keeps the name with the open record in the URL. */
export const useShownName = () => {
  const { query, change, hrefOf } = useUrlQuery();
  const show = (value: string): void => change({ [parameter]: value }, { preventScrollReset: true });
  return {
    id: query.get(parameter) ?? "",
    hrefOf: (id: string) => hrefOf({ [parameter]: id }),
    show,
    close: () => show(""),
  };
};
