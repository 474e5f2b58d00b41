/** Starts a server with the real engine and one local model, and creates a key. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { newOwner } from "../account/owner.ts";
import { faultlessCloud } from "../server/faultless-cloud.ts";
import { temporaryFolder } from "../server/web.ts";
import { engineFolder, tinyModelFile } from "./tiny-model.ts";

/** `path`: of the model's file. Default: one of random weights, which writes noise. */
export const localModelCloud = async (path?: string) => {
  const folder = await temporaryFolder();
  await symlink(engineFolder, join(folder, "ai"));
  const file = path ?? (await tinyModelFile({ contextTokens: 2048 }));
  const { url } = await faultlessCloud({ AI_MODEL: file, DATA_DIR: folder });
  const { data } = (await (await fetch(`${url}/api/v1/models`)).json()) as { data: { id: string }[] };
  const owner = await newOwner(url);
  const { key } = await owner.data<{ key: string }>("POST /api/rpc/rpc/ai/manager/keys", { name: "program" });
  return { baseURL: `${url}/api/v1`, apiKey: key, model: data[0]!.id };
};
