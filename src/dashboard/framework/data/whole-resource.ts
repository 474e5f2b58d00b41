import type { Resource } from "../../../../resources/declare/define.ts";
import { firstResources } from "../../../../resources/index.ts";

/**
 * Returns the full declaration. A built dashboard's registry holds only the faces of most resources; see
 * build/resource-faces.ts.
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
  return [...operatorResources, ...serviceResources, ...partResources].find(isRequested)!;
};
