/** Builds a DAG as other software does: folders, a file of many blocks, data with links. For gateway tests. */
import * as dagCbor from "@ipld/dag-cbor";
import * as dagJson from "@ipld/dag-json";
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import type { TestBlocks } from "./blocks.ts";
import { recordCar, takeCar } from "./stored-car.ts";
import { blockOf, carOf, dagPbBytes, directoryOf, rawBlock, type DagBlock } from "./dag.ts";

const directory = (entries: Readonly<Record<string, DagBlock>>): Promise<DagBlock> =>
  directoryOf(Object.entries(entries).map(([name, { cid }]) => ({ name, cid })));

/** Splits a file into blocks of 256 bytes. */
const fileInPieces = async (
  text: string,
): Promise<{ readonly file: DagBlock; readonly leaves: readonly DagBlock[] }> => {
  const leaves = await Promise.all((text.match(/.{1,256}/gs) ?? []).map(rawBlock));
  const unixfs = new UnixFS({ type: "file" });
  for (const { bytes } of leaves) unixfs.addBlockSize(BigInt(bytes.length));
  return { file: await blockOf(dagPb.code, dagPbBytes(unixfs, leaves)), leaves };
};

/** Four blocks and two bytes. */
export const manyText = Array.from({ length: 1026 }, (_, at) =>
  String.fromCharCode(97 + ((at * 7 + (at >> 8)) % 26)),
).join("");

export type GatewayDag = Awaited<ReturnType<typeof gatewayDag>>;

/** Stores the DAG as a separate root. */
export const gatewayDag = async (at: Pick<TestBlocks, "blocks" | "database">) => {
  const ascii = await rawBlock("goodnight moon\n");
  const page = await rawBlock("<h1>page</h1>");
  const json = await rawBlock('{"answer": 42}');
  const { file: many, leaves } = await fileInPieces(manyText);
  const inner = await directory({ "file-źł.txt": ascii });
  const outer = await directory({ ę: inner });
  const site = await directory({ "index.html": page });
  const sub = await directory({ "ascii.txt": ascii, "copy.txt": ascii, "many.txt": many });
  const leaf = await blockOf(dagCbor.code, dagCbor.encode({ hello: "this is not a link" }));
  const document = await blockOf(
    dagCbor.code,
    dagCbor.encode({ files: { single: ascii.cid }, foo: { link: leaf.cid } }),
  );
  const jsonDocument = await blockOf(dagJson.code, dagJson.encode({ files: { single: ascii.cid }, title: "x" }));
  const root = await directory({
    "data.json": json,
    document,
    "document.json": jsonDocument,
    site,
    sub,
    ą: outer,
  });
  const all = [root, json, document, ascii, leaf, jsonDocument, site, page, sub, many, ...leaves, outer, inner];
  await recordCar(at, await takeCar(at, await carOf([root.cid], all)));
  return { root, sub, site, page, ascii, json, many, leaves, document, jsonDocument, leaf, inner, outer };
};
