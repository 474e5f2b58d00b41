import { expect, vi } from "vitest";
import { newBuilder } from "../hosting/builder.ts";
import { buildFolders } from "../hosting/workers.ts";
import { testCloud } from "../server/cloud.ts";
import { craftedRepository, type Tree } from "../git/crafted-repository.ts";
import { patience } from "../patience.ts";
import { expectReady } from "../server/ready.ts";

export const file = (content: string) => ({ file: content });

/** Set only in the server's environment. */
export const secret = "environment-of-the-cloud";

/** Starts a server with a user who pushes hostile repositories, and checks the server afterwards. */
export const startHostileServer = async () => {
  vi.stubEnv("FREEHOLD_TEST_SECRET", secret);
  const cloud = await testCloud({ BUILD_MEMORY_MB: "512" });
  const builder = await newBuilder(cloud);
  let [names, heard] = [0, 0];
  const newName = (): string => `hostile-${(names += 1)}`;

  /** Pushes and builds the tree. Resolves when the build has ended. */
  const built = async (tree: Tree, settings: object = {}) => {
    const name = newName();
    const { id, pushUrl } = await builder.repository(name);
    await (await craftedRepository()).push(pushUrl, tree);
    const projectId = await builder.project(name, id, { buildCommand: "", outputDirectory: "", ...settings });
    const { task, log } = await builder.build(projectId);
    return { task, log, projectId, visit: (path: string) => builder.visit(projectId, path) };
  };

  /** Checks after each test that every engine answers and that nothing is left behind. */
  const expectHealthy = async (): Promise<void> => {
    await expectReady(cloud.url);
    await vi.waitFor(async () => expect(await buildFolders(cloud.config.DATA_DIR)).toEqual([]), patience);
    expect(cloud.faults).toEqual([]);
    const errors = cloud.logged
      .slice(heard)
      .filter(({ level, route }) => (level as number) >= 50 && route !== "/readyz");
    heard = cloud.logged.length;
    // As text, so that the list of flaky tests shows it.
    expect(errors.map((error) => JSON.stringify(error)).join("\n")).toBe("");
  };

  /** Checks at the end that a regular site still builds. */
  const expectToBuild = async (): Promise<void> => {
    const { task, visit } = await built([["index.html", file("honest")]], { buildCommand: "true" });
    expect(task.state).toBe("success");
    expect((await visit("/")).text).toBe("honest");
    await expectHealthy();
  };
  return { cloud, builder, newName, built, expectHealthy, expectToBuild };
};

export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>;
