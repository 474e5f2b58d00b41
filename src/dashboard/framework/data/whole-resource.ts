import type { Resource } from "../../../../resources/declare/define.ts";
import { firstResources } from "../../../../resources/index.ts";
import { installedNamed } from "./part-resources.ts";

/**
 * Returns the full declaration. A built dashboard's registry holds only the faces of most resources (see build/resource-faces.ts), and the
 * server sends those of installed modules.
 */
export const wholeResource = async (name: string): Promise<Resource> => {
  const isRequested = (resource: Resource): boolean => resource.name === name;
  const first = firstResources.find(isRequested);
  if (first) return first;
  const [{ operatorResources }, { serviceResources }, { partResources }] = await Promise.all([
    import("../../../../resources/operators.ts"),
    import("../../../../resources/services.ts"),
    import("../../../../resources/parts.ts"),
  ]);
  const own = [...operatorResources, ...serviceResources, ...partResources].find(isRequested);
  if (own) return own;
  const { revive } = await import("../../../../resources/declare/portable.ts");
  return revive(installedNamed(name)!);
};
