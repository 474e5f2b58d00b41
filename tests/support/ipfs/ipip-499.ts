/** The test vectors of IPIP-499, created again from their seeds. */
import type { CIDProfile } from "ipfs-unixfs-importer";
import { keyStream, keyStreamParts } from "./unixfs.ts";

interface FileVector {
  readonly title: string;
  readonly sizeBytes: number;
  readonly parts: () => Iterable<Uint8Array>;
  readonly cid: string;
}

interface DirectoryVector {
  readonly title: string;
  readonly names: readonly string[];
  readonly cid: string;
}

export interface Vectors {
  readonly profile: CIDProfile;
  readonly files: readonly FileVector[];
  readonly directories: readonly DirectoryVector[];
}

interface Recipe {
  readonly profile: CIDProfile;
  readonly leafBytes: number;
  readonly links: number;
  readonly leafSeed: string;
  readonly linksSeed: string;
  readonly hamtSeed: string;
  /** Number of files, length of their names, length of the last name. */
  readonly hamt: readonly (readonly [number, number, number])[];
  readonly cids: readonly string[];
}

const recipes: readonly Recipe[] = [
  {
    profile: "unixfs-v0-2015",
    leafBytes: 262_144,
    links: 174,
    leafSeed: "chunk-v0-seed",
    linksSeed: "v0-seed",
    hamtSeed: "hamt-unixfs-v0-2015",
    hamt: [
      [4096, 30, 30],
      [4033, 31, 31],
    ],
    cids: [
      "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD",
      "QmWmRj3dFDZdb6ABvbmKhEL6TmPbAfBZ1t5BxsEyJrcZhE",
      "QmYyLxtzZyW22zpoVAtKANLRHpDjZtNeDjQdJrcQNWoRkJ",
      "QmUbBALi174SnogsUzLpYbD4xPiBSFANF4iztWCsHbMKh2",
      "QmV81WL765sC8DXsRhE5fJv2rwhS4icHRaf3J9Zk5FdRnW",
      "QmX5GtRk3TSSEHtdrykgqm4eqMEn3n2XhfkFAis5fjyZmN",
      "QmeMiJzmhpJAUgynAcxTQYek5PPKgdv3qEvFsdV3XpVnvP",
    ],
  },
  {
    profile: "unixfs-v1-2025",
    leafBytes: 1_048_576,
    links: 1024,
    leafSeed: "chunk-v1-seed",
    linksSeed: "v1-2025-seed",
    hamtSeed: "hamt-unixfs-v1-2025",
    hamt: [
      [4766, 11, 21],
      [4766, 11, 22],
    ],
    cids: [
      "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e",
      "bafkreiacndfy443ter6qr2tmbbdhadvxxheowwf75s6zehscklu6ezxmta",
      "bafybeigmix7t42i6jacydtquhet7srwvgpizfg7gjbq7627d35mjomtu64",
      "bafybeihmf37wcuvtx4hpu7he5zl5qaf2ineo2lqlfrapokkm5zzw7zyhvm",
      "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe",
      "bafybeic3h7rwruealwxkacabdy45jivq2crwz6bufb5ljwupn36gicplx4",
      "bafybeiegvuterwurhdtkikfhbxcldohmxp566vpjdofhzmnhv6o4freidu",
    ],
  },
];

// With two zeros, as in the program that generated the vectors.
const alphabet = "abcdefghijklmnopqrstuvwxyz01234567890-_";

const vectorsOf = ({ profile, leafBytes, links, cids, ...recipe }: Recipe): Vectors => {
  const file = (title: string, sizeBytes: number, seed: string, cid: string): FileVector => ({
    title,
    sizeBytes,
    parts: () => keyStreamParts(sizeBytes, seed),
    cid,
  });
  const hello = Buffer.from("hello world");
  const [small, leaf, leaves, node, nodes, ...directories] = cids as [string, string, string, string, string, string];
  return {
    profile,
    files: [
      { title: "a few bytes", sizeBytes: hello.length, parts: () => [hello], cid: small },
      file("exactly one leaf", leafBytes, recipe.leafSeed, leaf),
      file("one byte more than a leaf", leafBytes + 1, recipe.leafSeed, leaves),
      file("exactly one node of links", leafBytes * links, recipe.linksSeed, node),
      file("one byte more than a node of links", leafBytes * links + 1, recipe.linksSeed, nodes),
    ],
    directories: recipe.hamt.map(([count, length, last], index) => ({
      title: index === 0 ? "a directory at the threshold" : "a directory one byte over the threshold",
      names: namesOf(recipe.hamtSeed, count, length, last),
      cid: directories[index]!,
    })),
  };
};

const namesOf = (seed: string, count: number, length: number, last: number): string[] => {
  const next = keyStream(seed);
  return Array.from({ length: count }, (_, index) =>
    Array.from(next(index === count - 1 ? last : length), (byte) => alphabet[byte % alphabet.length]).join(""),
  );
};

/** Seven vectors of each profile. The files in each directory contain "x". */
export const ipip499: readonly Vectors[] = recipes.map(vectorsOf);
