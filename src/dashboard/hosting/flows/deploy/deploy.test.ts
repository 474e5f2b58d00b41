import { describe, expect, test, vi } from "vitest";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { createDeploy, type Created, type DeployEffects } from "./deploy.ts";

const items: UploadItem[] = [{ path: "index.html", file: new File(["x"], "index.html") }];
const body = { name: "site" };

const effectsThat = (overrides: Partial<DeployEffects> = {}) => ({
  upload: vi.fn(async (): Promise<string | undefined> => "u"),
  create: vi.fn(async (): Promise<Created> => ({ projectId: "p" })),
  queue: vi.fn(async () => "t"),
  problemOf: (error: unknown) => ({ message: (error as Error).message, fields: {} }),
  ...overrides,
});

const failOnce = <T>(result: T) => {
  let failures = 1;
  return vi.fn(async () => {
    if (failures-- > 0) throw new Error("no");
    return result;
  });
};

describe("deploying", () => {
  test("uploads files, creates the project and queues its build", async () => {
    const effects = effectsThat();
    const deploy = createDeploy(effects);
    await deploy.start({ items, body });
    expect(deploy.get()).toEqual({ name: "done", projectId: "p", taskId: "t" });
    expect(effects.queue).toHaveBeenCalledWith({ items, body }, "p", "u");
  });

  test("a repository needs no upload", async () => {
    const effects = effectsThat();
    await createDeploy(effects).start({ body });
    expect(effects.upload).not.toHaveBeenCalled();
    expect(effects.queue).toHaveBeenCalledWith({ body }, "p", undefined);
  });

  test("a template's project includes its first deployment: no other is queued", async () => {
    const effects = effectsThat({ create: vi.fn(async () => ({ projectId: "p", taskId: "first" })) });
    const deploy = createDeploy(effects);
    await deploy.start({ body, by: "template" });
    expect(deploy.get()).toEqual({ name: "done", projectId: "p", taskId: "first" });
    expect(effects.queue).not.toHaveBeenCalled();
  });

  test("after a refused name the files are not uploaded again", async () => {
    const effects = effectsThat({ create: failOnce({ projectId: "p" }) });
    const deploy = createDeploy(effects);
    await deploy.start({ items, body });
    expect(deploy.get()).toMatchObject({ name: "editing", problem: { message: "no" } });
    await deploy.start({ items, body });
    expect(deploy.get().name).toBe("done");
    expect(effects.upload).toHaveBeenCalledOnce();
  });

  test("after a refused build no second project is created", async () => {
    const effects = effectsThat({ queue: failOnce("t") });
    const deploy = createDeploy(effects);
    await deploy.start({ items, body });
    await deploy.start({ items, body });
    expect(deploy.get().name).toBe("done");
    expect(effects.create).toHaveBeenCalledOnce();
  });

  test("changed files are uploaded again", async () => {
    const effects = effectsThat({ create: failOnce({ projectId: "p" }) });
    const deploy = createDeploy(effects);
    await deploy.start({ items, body });
    deploy.filesChanged();
    await deploy.start({ items, body });
    expect(effects.upload).toHaveBeenCalledTimes(2);
  });

  test("a cancelled upload returns to the form, and nothing is created", async () => {
    const effects = effectsThat({ upload: vi.fn(async () => undefined) });
    const deploy = createDeploy(effects);
    await deploy.start({ items, body });
    expect(deploy.get()).toEqual({ name: "editing", progress: {} });
    expect(effects.create).not.toHaveBeenCalled();
  });

  test("new files for an existing project create no other project", async () => {
    const effects = effectsThat();
    await createDeploy(effects, "mine").start({ items, body: {} });
    expect(effects.create).not.toHaveBeenCalled();
    expect(effects.queue).toHaveBeenCalledWith({ items, body: {} }, "mine", "u");
  });

  test("a second click while it runs does nothing", async () => {
    const effects = effectsThat();
    const deploy = createDeploy(effects);
    await Promise.all([deploy.start({ items, body }), deploy.start({ items, body })]);
    expect(effects.create).toHaveBeenCalledOnce();
  });
});
