import type { Resource } from "../../../../resources/declare/define.ts";
import { resources } from "../../../../resources/index.ts";

/** Declarations that the first load doesn't have: their screens provide them before the first request. */
const parts = new Map<string, Resource>();

export const providePart = (resource: Resource): void => void parts.set(resource.name, resource);

/** Returns a resource's declaration, or its face. */
export const resourceNamed = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name) ?? parts.get(name);
