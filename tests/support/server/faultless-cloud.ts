import { afterEach, expect } from "vitest";
import { testCloud, type TestCloud } from "./cloud.ts";

/** Starts a test file's server and fails the file on any server error; call once, at the top of the file. */
export const faultlessCloud = async (settings: Record<string, string> = {}): Promise<TestCloud> => {
  const cloud = await testCloud(settings);
  afterEach(() => expect(cloud.faults).toEqual([]));
  return cloud;
};
