import { accessCodes, type AccessCode } from "../../../../resources/declare/access.ts";
import type { Resource } from "../../../../resources/declare/define.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import type { Alias } from "../../../../resources/declare/aliases.ts";

/** The first call of a list screen, for the inline script that makes it before any module has run. */
export interface FirstCall {
  readonly route: string;
  readonly alias: Alias;
  readonly path: string;
  /** Query parameters taken over from the page's own URL. */
  readonly from: readonly string[];
  /** Access codes that a member needs to see the list. */
  readonly access?: readonly AccessCode[];
  /** For operators only. */
  readonly operator?: true;
  /** The reply has no pages. */
  readonly whole?: true;
}

/** Route → first list call, for every list whose route and call need no parameter. */
export const firstCalls = (resources: readonly Resource[]): FirstCall[] =>
  resources.flatMap((resource) => {
    const route = resource.routes.list;
    if (!route || !resource.calls.list || /[{*]/.test(route + resource.calls.list)) return [];
    const { alias, path } = parseCall(resource.calls.list);
    const { everyone, operator } = resource;
    const access = everyone?.includes("list") ? [] : codesFor(resource);
    return [
      {
        route,
        alias,
        path,
        from: listParameters(resource),
        ...(access.length > 0 && { access }),
        ...(operator && { operator }),
        ...(resource.list?.whole && { whole: true }),
      },
    ];
  });

/** Screens without a section require full access. */
const codesFor = ({ access }: Resource): readonly AccessCode[] => (access === undefined ? accessCodes : [access]);

/** Names under which a list's state stands in the URL and in its call: page and size of a paged list, keyword and the filters. */
export const listParameters = (resource: Pick<Resource, "list" | "listQuery">): string[] => [
  ...(resource.list?.whole ? [] : ["page", "size"]),
  ...(resource.list?.search ? ["keyword"] : []),
  ...(resource.list?.filters ?? []),
  ...Object.keys(resource.listQuery?.shape ?? {}),
];
