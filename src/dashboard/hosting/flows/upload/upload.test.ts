import { describe, expect, test } from "vitest";
import { uploadPartBytes } from "../../../../../resources/limits.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { createUpload, type UploadEffects } from "./upload.ts";

const items: UploadItem[] = [
  { path: "site/index.html", file: new File(["<h1>hi</h1>"], "index.html", { lastModified: 1 }) },
  { path: "site/big.bin", file: new File([new Uint8Array(uploadPartBytes + 3)], "big.bin", { lastModified: 1 }) },
];

const sizeBytes = 11 + uploadPartBytes + 3;

/** A server that stores uploads, and a browser that remembers unfinished ones. */
const world = () => {
  const uploads = new Map<string, number>();
  const remembered = new Map<string, string>();
  const cloud = { created: 0, down: false, uploads, knows: new Set<string>(), parts: 0 };
  const state = (uploadId: string) => ({ uploadId, received: uploads.get(uploadId)!, sizeBytes: 0 });
  const effects: UploadEffects = {
    digests: async (all) => all.map(({ path }) => `digest of ${path}`),
    secretsIn: async () => [],
    confirmSecrets: async () => false,
    create: async ({ files }) => {
      cloud.created += 1;
      const isKnown = files.every(({ sha256 }) => sha256 !== undefined && cloud.knows.has(sha256));
      uploads.set(`u${cloud.created}`, isKnown ? sizeBytes : 0);
      return state(`u${cloud.created}`);
    },
    show: async (uploadId) => {
      if (!uploads.has(uploadId)) throw new Error("gone");
      return state(uploadId);
    },
    append: async (uploadId, offset, part) => {
      if (cloud.down && offset > 0) throw new Error("refused");
      cloud.parts += 1;
      uploads.set(uploadId, offset + part.size);
      return state(uploadId);
    },
    isTemporary: () => false,
    wait: async () => undefined,
    unfinished: {
      find: async (fingerprint) => remembered.get(fingerprint),
      remember: async (fingerprint, uploadId) => void remembered.set(fingerprint, uploadId),
      remove: async (fingerprint) => void remembered.delete(fingerprint),
    },
    messageOf: (error) => (error as Error).message,
    nowMs: () => 0,
  };
  return { cloud, effects, remembered };
};

describe("uploading", () => {
  test("resolves to the upload's id once the server has every byte", async () => {
    const { cloud, effects, remembered } = world();
    const upload = createUpload(effects);
    expect(await upload.start(items)).toBe("u1");
    expect(upload.get()).toMatchObject({ name: "done", uploadId: "u1", totals: { files: 2 } });
    expect(cloud.uploads.get("u1")).toBe(sizeBytes);
    expect(remembered.size).toBe(0);
  });

  test("sends files that are usually secret only after a question", async () => {
    const { cloud, effects } = world();
    const secret = { ...effects, secretsIn: async () => [".env"] };
    expect(await createUpload(secret).start(items)).toBeUndefined();
    expect(cloud.created).toBe(0);
    const sent: boolean[] = [];
    const asked = {
      ...secret,
      confirmSecrets: async () => true,
      create: (manifest: Parameters<UploadEffects["create"]>[0]) => {
        sent.push(manifest.secrets);
        return effects.create(manifest);
      },
    };
    expect(await createUpload(asked).start(items)).toBe("u1");
    expect(sent).toEqual([true]);
  });

  test("sends no bytes of files that the server already has", async () => {
    const { cloud, effects } = world();
    cloud.knows = new Set(items.map(({ path }) => `digest of ${path}`));
    expect(await createUpload(effects).start(items)).toBe("u1");
    expect(cloud.parts).toBe(0);
  });

  test("dropping the same files again resumes the interrupted upload", async () => {
    const { cloud, effects } = world();
    cloud.down = true;
    const broken = createUpload(effects);
    expect(await broken.start(items)).toBeUndefined();
    expect(broken.get()).toMatchObject({ name: "failed", message: "refused" });
    cloud.down = false;
    expect(await createUpload(effects).start(items)).toBe("u1");
    expect(cloud.created).toBe(1);
  });

  test("an upload that the server no longer has restarts", async () => {
    const { cloud, effects } = world();
    cloud.down = true;
    await createUpload(effects).start(items);
    cloud.down = false;
    cloud.uploads.clear();
    expect(await createUpload(effects).start(items)).toBe("u2");
  });

  test("a cancelled upload is idle at once and never completes", async () => {
    const { effects } = world();
    const upload = createUpload(effects);
    const ended = upload.start(items);
    upload.cancel();
    expect(upload.get().name).toBe("idle");
    expect(await ended).toBeUndefined();
    expect(upload.get().name).toBe("idle");
  });
});
