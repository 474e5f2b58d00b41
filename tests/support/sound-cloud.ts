import { afterEach, expect } from "vitest";
import { testCloud, type TestCloud } from "./cloud.ts";

/** A test file's server, in which no test may cause a server error; called once, at the top of the file. */
export const soundCloud = async (settings: Record<string, string> = {}): Promise<TestCloud> => {
  const cloud = await testCloud(settings);
  afterEach(() => expect(cloud.faults).toEqual([]));
  return cloud;
};
