import type { Resource } from "../../../../resources/declare/define.ts";
import type { PortableResource } from "../../../../resources/declare/portable.ts";
import { resources } from "../../../../resources/index.ts";

/** Declarations that the first load doesn't have: their screens provide them before the first request. */
const parts = new Map<string, Resource>();

export const providePart = (resource: Resource): void => void parts.set(resource.name, resource);

/** Declarations of installed modules, as the server sends them. */
let installed: readonly PortableResource[] = [];

export const provideInstalled = (resources: readonly PortableResource[]): void => {
  installed = resources;
};

export const installedNamed = (name: string): PortableResource | undefined =>
  installed.find((resource) => resource.name === name);

/** Returns a resource's declaration, or its face. */
export const resourceNamed = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name) ?? parts.get(name) ?? installedNamed(name);
