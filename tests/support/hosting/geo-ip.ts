/** Writes GeoIP files in the MaxMind DB format (version 2.0), for a few IPv4 networks. */
type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const recordBytes = 3;
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);

/** Returns a file with a country for each network: `{ "192.0.2.0/24": "DE" }`. */
export const geoIpFile = (countries: Readonly<Record<string, string>>): Buffer => {
  // Nodes are pairs; each side is another node, a network's data, or nothing.
  const nodes: (number | { readonly data: number } | undefined)[][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, code] of Object.entries(countries)) {
    const [address = "", length = "32"] = network.split("/");
    const bits = address
      .split(".")
      .map((part) => Number(part).toString(2).padStart(8, "0"))
      .join("")
      .slice(0, Number(length))
      .split("");
    let node = 0;
    for (const [at, bit] of bits.entries()) {
      const side = Number(bit);
      if (at === bits.length - 1) nodes[node]![side] = { data: dataBytes };
      else {
        const next = nodes[node]![side];
        if (typeof next === "number") node = next;
        else {
          nodes.push([undefined, undefined]);
          nodes[node]![side] = nodes.length - 1;
          node = nodes.length - 1;
        }
      }
    }
    const entry = encoded({ country: { iso_code: code } });
    data.push(entry);
    dataBytes += entry.length;
  }
  const tree = Buffer.alloc(nodes.length * 2 * recordBytes);
  for (const [at, sides] of nodes.entries())
    for (const [side, record] of sides.entries()) {
      const value =
        record === undefined ? nodes.length : typeof record === "number" ? record : nodes.length + 16 + record.data;
      tree.writeUIntBE(value, (at * 2 + side) * recordBytes, recordBytes);
    }
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: "Test-Country",
    description: { en: "test" },
    ip_version: 4,
    languages: ["en"],
    node_count: nodes.length,
    record_size: recordBytes * 8,
  };
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encoded(metadata)]);
};

/** Encodes text, unsigned 32-bit numbers, lists and maps, each of fewer than 29 bytes or entries. */
const encoded = (value: Value): Buffer => {
  if (typeof value === "string") return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encoded)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, inner]) => [encoded(key), encoded(inner)]),
  ]);
};
